"""Chinese readings that WeTextProcessing leaves open or takes the wrong way: codes, addresses, versions, signs."""

import re

from synthesis.text.characters import HAN
from synthesis.text.english_dates import Rule
from synthesis.text.mandarin_numbers import cardinal, digit_by_digit, number

_CODE = (
    "QQ群号?|群号|尾号|验证码|校验码|取件码|取餐码|编号|工号|密码|口令|邮编|邮政编码|卡号|学号|单号|订单号|运单号|账号|帐号|号码|房号|房间号|门牌号|"
    "身份证号|身份证|车牌|车牌号|序列号|QQ|QQ号|电话|手机|手机号|热线|传真|分机|座机|拨打|致电|拨"
)
_EMERGENCY = "110|119|120|122|911|12306|12345|12315|12110|10086|10010|10000|95588|114|121|12348|12320"
_SIGN_NAMES = {
    ".": "点",
    "@": "艾特",
    "-": "杠",
    "_": "下划线",
    "/": "斜杠",
    ":": "冒号",
    "?": "问号",
    "=": "等于",
    "&": "和",
    "#": "井号",
    "+": "加",
    "%": "百分号",
    "~": "波浪号",
}


def _address(m: re.Match[str]) -> str:
    text = re.sub(r"^(?:https?|ftp)://", "", m.group()).rstrip("/")
    words = []
    for piece in re.findall(r"[A-Za-z]+|\d+|[^A-Za-z\d]", text):
        if piece.isdigit():
            words.append(digit_by_digit(piece))
        elif piece.lower() in ("www", "cn", "io", "ai", "html", "pdf", "gov", "edu"):
            words.append(" ".join(piece.upper()))
        else:
            words.append(_SIGN_NAMES.get(piece, piece))
    return f" {' '.join(words)} "


def _version(m: re.Match[str]) -> str:
    parts = m["n"].split(".")
    said = "点".join([cardinal(parts[0]), *(digit_by_digit(p) for p in parts[1:])])
    return f"{m['head']}{said}"


def _internet(m: re.Match[str]) -> str:
    return "点".join(digit_by_digit(p) for p in m.group().split("."))


def _long_digits(m: re.Match[str]) -> str:
    """Telephones with 幺; other chains from eleven digits on are codes too."""
    return digit_by_digit(m.group(), telephone=True)


def _telephone(m: re.Match[str]) -> str:
    return ("加" if m.group().startswith("+") else "") + digit_by_digit(m.group(), telephone=True)


def _thousands(m: re.Match[str]) -> str:
    return m.group().replace(",", "")


def _code(m: re.Match[str]) -> str:
    return m["head"] + digit_by_digit(m["n"], telephone=True)


def _to_letters(m: re.Match[str]) -> str:
    return f"{m[1].upper()} to {m[2].upper()}"


def _clock_range(m: re.Match[str]) -> str:
    return f"{m[1]}到{m[2]}"


def _decade(m: re.Match[str]) -> str:
    return f"{digit_by_digit(m[1])}年代" if len(m[1]) == 4 else f"{cardinal(m[1])}年代"


def _feature_number(m: re.Match[str]) -> str:
    """Digits that touch Latin letters: "MP3", "A302", "iPhone15", "G1234"."""
    letters, digits = m[1], m[2]
    said = digit_by_digit(digits, telephone=len(letters) == 1) if len(digits) >= 3 else cardinal(digits)
    return f"{letters} {said}"


def _hour(digits: str) -> str:
    return "两" if int(digits) == 2 else cardinal(str(int(digits)))


def _minutes(digits: str) -> str:
    return f"零{cardinal(digits[1])}" if digits[0] == "0" else cardinal(digits)


BEFORE: tuple[Rule, ...] = (
    (re.compile(r"(?:https?|ftp)://[\w.:/?=&%#~+-]{1,500}|\bwww\.[\w.-]{1,100}(?:/[\w./?=&%#~+-]*)?", re.A), _address),
    (re.compile(r"[A-Za-z0-9_.+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})+"), _address),
    (
        re.compile(
            r"(?<![A-Za-z0-9@.])(?:[A-Za-z][A-Za-z0-9-]{0,62}\.){1,4}(?:com|cn|org|net|edu|gov|io|ai)(?![A-Za-z0-9])"
            r"(?:/[\w./?=&%#~+-]*)?",
            re.A,
        ),
        _address,
    ),
    (re.compile(r"(\d)-(\d{4,6})([A-Z]{1,2})(?![A-Za-z0-9])"), lambda m: f"{m[1]} {digit_by_digit(m[2])} {m[3]}"),
    (re.compile(r"(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])"), _internet),
    (
        re.compile(
            r"(?P<head>)(?<![\d.])(?P<n>\d{1,4}(?:\.\d{1,4}){2})(?![\d.年月日号/-])(?<!\d{4}\.\d\.\d)(?<!\d{4}\.\d\d\.\d\d)"
        ),
        _version,
    ),
    (
        re.compile(
            r"(?P<head>(?:版本|Python|python|iOS|Android|Java|Windows|Linux|HarmonyOS|[vV])\s?)(?P<n>\d{1,4}\.\d{1,4})(?![\d.])"
        ),
        _version,
    ),
    (re.compile(r"[¥￥](?=[\d.,]+\s?元)"), ""),  # the unit stands behind the number already
    (re.compile(r"(?<![\d.])\d{1,3}(?:,\d{3})+(?![\d,])"), _thousands),
    (re.compile(r"(?<![A-Za-z0-9])([A-Za-z])2([A-Za-z])(?![A-Za-z0-9])"), _to_letters),
    (re.compile(r"(?<![A-Za-z0-9])[Nn][Oo]\.\s?(\d+)"), lambda m: f"第{cardinal(m[1])}"),
    (re.compile(r"第\s?(\d{1,16})"), lambda m: f"第{cardinal(m[1])}"),
    (re.compile(r"(\d{1,2}[:：]\d{2}(?:[:：]\d{2})?)\s?[-–~—]{1,2}\s?(\d{1,2}[:：]\d{2})"), _clock_range),
    (re.compile(r"(?<!\d)(1[89]\d0|20\d0|[1-9]0)(?:年代|s(?![A-Za-z]))"), _decade),
    (
        re.compile(
            r"(?<!\d)(?:400|800)[- ]?\d{3,4}[- ]?\d{3,4}(?!\d)|"
            r"(?<![\d-])0\d{2,3}[- ]\d{3,4}[- ]?\d{4}(?:-\d{1,5})?(?!\d)|"
            r"(?<!\d)(?:\+?86[- ]?)?1[3-9]\d[- ]?\d{4}[- ]?\d{4}(?!\d)"
        ),
        _telephone,
    ),
    (
        re.compile(rf"(?P<head>(?:{_CODE})(?:号码|号)?[是为：:\s]{{0,3}})(?P<n>\d{{3,20}})(?![\d.,:年月日元块个人%-])"),
        _code,
    ),
    (re.compile(rf"(?<![\d.])(?:{_EMERGENCY})(?=$|[，。！？、；：,!?）)“”\s]|电话|热线|急救|报警|火警)"), _long_digits),
    (
        re.compile(
            r"(?<![\d.])(\d{3,4})(?=室|房间|房(?!子)|号房|包厢|包间|教室|次列车|次航班|次高铁|路公交|路车|路电车|路汽车)"
        ),
        lambda m: digit_by_digit(m[1], telephone=True),
    ),
    (re.compile(r"(?<!\d)\d{5,8}(?=次列车|航班)|(?<![\d.])\d{11,}(?![\d.])|(?<![\d.])0\d{2,}(?![\d.])"), _long_digits),
    (re.compile(r"(?<=[A-Za-z])-(?=\d)"), " "),
    (re.compile(r"(?<![A-Za-z])N95(?!\d)"), "N 九五"),
    (re.compile(r"(?<![A-Za-z0-9])([A-Za-z]{1,12})(\d{1,8})(?![\d.A-Za-z]|\s?[:：])"), _feature_number),
    (
        re.compile(
            r"(?<![\d.])(\d{1,3})([GgKk])(?![A-Za-z])(?=网络|手机|时代|信号|套餐|通信|技术|基站|网|电视|画质|视频|高清|分辨率|内存|显存|流量|存储)"
        ),
        lambda m: f"{cardinal(m[1])}{m[2].upper()}",
    ),
    (re.compile(r"(?<![\d.])(\d{1,3})(G|K)(?![A-Za-z0-9])"), lambda m: f"{cardinal(m[1])}{m[2]}"),
    (re.compile(r"(\d)\s?°\s?C"), r"\1℃"),
    (re.compile(r"(\d)\s?°\s?F"), r"\1℉"),
    (re.compile(r"(?<!\d)(\d+)\+(?!\d)"), lambda m: f"{cardinal(m[1])}加"),
    (re.compile(r"(\d+(?:\.\d+)?)\s?‰"), lambda m: f"千分之{number(m[1])}"),
    (re.compile(r"(?<=\d)\s(\d+)/(\d+)(?![\d/])"), lambda m: f"又{cardinal(m[2])}分之{cardinal(m[1])}"),
    (re.compile(r"(?<=\d)\s?[–—~～]\s?(?=\d)"), "~"),
    (re.compile(r"(?<!\d)(\d[05])(?=后(?!面|来|天|续|退|者|悔))"), lambda m: digit_by_digit(m[1])),
    (re.compile(r"(?<=\d)V(?![A-Za-z])"), "伏"),
    (re.compile(r"(?<=\d)W(?![A-Za-z])"), "瓦"),
    (re.compile(r"(?<=[A-Za-z])\s?&\s?(?=[A-Za-z])"), " and "),
    (re.compile(r"(\d)[wW](?=用户|粉丝|人|元|块|次|播放)"), r"\1万"),
    (re.compile(r"(?<!\d)(911|918|512|519|921)(?=事件|事变|地震)"), lambda m: digit_by_digit(m[1])),
    (re.compile(r"(?<=[A-Za-z] )(\d{3,4})(?![\d.,:]|\s?[年元块个人米万亿%倍次])"), lambda m: digit_by_digit(m[1])),
    (
        re.compile(r"(?<!\d)((?:19|20)\d\d)[-~]((?:19|20)\d\d)(?=学年|年度|赛季|财年)"),
        lambda m: f"{digit_by_digit(m[1])}到{digit_by_digit(m[2])}",
    ),
    (re.compile(r"(?<!\d)(\d{1,3})'(\d{1,2})\""), lambda m: f"{cardinal(m[1])}分{cardinal(m[2])}秒"),
    (re.compile(r"24/7"), "二十四小时全天"),
    (re.compile(r"(?<![\d.:])2(?=点(?:\d|钟|半|整|$|[，。])|倍)"), "两"),
    (re.compile(r"(?<!\d)(9[258]|89)#"), lambda m: f"{digit_by_digit(m[1])}号"),
    (re.compile(r"(\d(?:\.\d+)?)[xX](?![A-Za-z0-9])"), r"\1倍"),
    (
        re.compile(rf"(?<=[{HAN}])/(?=秒|分|小时|天|日|月|年|人|次|个|台|件|吨|公斤|千克|克|升|米|平方|股|度|千瓦)"),
        "每",
    ),
    (re.compile(r"7\s?[×xX*]\s?24(?=小时)"), "七乘二十四"),
    (
        re.compile(r"(?<![\d/])((?:19|20)\d\d)/(\d{1,2})(?![\d/])"),
        lambda m: f"{digit_by_digit(m[1])}年{cardinal(str(int(m[2])))}月",
    ),
    (re.compile(r"(?<![\d:])0:([0-5]\d)(?![\d:分])"), lambda m: "零点" if m[1] == "00" else f"零点{_minutes(m[1])}分"),
    (re.compile(r"(?<![\d:])(\d{1,2}):(\d{2})分"), lambda m: f"{_hour(m[1])}点{_minutes(m[2])}分"),
    (re.compile(r"(?<![\d.])2(?=单元|号|年级|楼|路|环|维|级|期|区|等(?!于)|月|班)"), "二"),
    (re.compile(r"(?<![\dA-Za-z])(\d{1,9})(?:st|nd|rd|th)(?![A-Za-z])"), lambda m: f"第{cardinal(m[1])}"),
    (re.compile(r"(?<!\d)(\d{1,2})·(\d{1,2})(?!\d)"), lambda m: digit_by_digit(m[1]) + digit_by_digit(m[2])),
    (re.compile(r"(\d+(?:\.\d+)?)\^(-?\d+)"), lambda m: f"{number(m[1])}的{number(m[2])}次方"),
    (re.compile(r"(?<!\d)(\d{3,4})[pP](?![A-Za-z0-9])"), lambda m: f"{digit_by_digit(m[1])} P"),
    (re.compile(r"(\d+)\s?fps(?![A-Za-z])"), lambda m: f"{cardinal(m[1])}帧每秒"),
    (re.compile(r"(?<=[楼栋座幢层])(\d{3,4})(?=$|[，。、；,\s室])"), lambda m: digit_by_digit(m[1], telephone=True)),
    (
        re.compile(
            r"(?<!\d)(985|211|996|315|618|404|520|360|502|1024|211)(?=高校|大学|院校|工程|工作制|晚会|大促|购物节|活动|错误|页面|表白|软件|"
            r"安全|胶水|程序员|福报)"
        ),
        lambda m: digit_by_digit(m[1], telephone=m[1] == "211"),
    ),
    (re.compile(r"(?<=[歼轰运直])-(?=\d)|(?<=东风|长征|神舟|嫦娥|天宫)-(?=\d)"), ""),
    (re.compile(r"7-11(?=便利店|$|[，。])"), "seven eleven "),
    (re.compile(r"\$(\d+(?:\.\d*[1-9])?)\.?0*(?![\d.万亿])"), lambda m: f"{number(m[1])}美元"),
)
_DIGITS_LEFT = r"-?\d+(?:\.\d+)?"
AFTER: tuple[Rule, ...] = (
    (re.compile(r"\^2|²"), "平方"),
    (re.compile(r"\^3|³"), "立方"),
    (re.compile(_DIGITS_LEFT), lambda m: number(m[0]) if len(m[0]) <= 16 else digit_by_digit(m[0])),
    (re.compile(r"\d+"), lambda m: digit_by_digit(m[0])),
    (re.compile(rf"(?<=[{HAN}])'s(?![A-Za-z])"), "的"),
    (re.compile(r"\s?(?:≥|>=)\s?"), "大于等于"),
    (re.compile(r"\s?(?:≤|<=)\s?"), "小于等于"),
    (re.compile(r"\s?(?:→|->|=>)\s?"), "到"),
    (re.compile(r"\s?≈\s?"), "约等于"),
    (re.compile(r"\s?≠\s?"), "不等于"),
    (re.compile(r"±"), "正负"),
    (re.compile(r"(?<=[\w)）])\s?=+\s?(?=[\w-])"), "等于"),
    (re.compile(r"(?<=[\w)）])\s?>\s?(?=[\w-])"), "大于"),
    (re.compile(r"(?<=[\w)）])\s?<\s?(?=[\w-])"), "小于"),
    (re.compile(r"[×]"), "乘"),
    (re.compile(r"÷"), "除以"),
    (re.compile(r"√"), "根号"),
    (re.compile(r"∞"), "无穷大"),
    (re.compile(r"π"), "派"),
    (re.compile(r"Ω"), "欧姆"),
    (re.compile(r"µ"), "微"),
    (re.compile(r"°|℃"), "度"),
    (re.compile(r"℉"), "华氏度"),
    (re.compile(r"%"), "百分号"),
    (re.compile(r"&"), "和"),
    (re.compile(r"(?<=[A-Za-z])\+\+"), "加加"),
    (re.compile(r"\+"), "加"),
    (re.compile(r"@"), "艾特"),
    (re.compile(r"(?<=[A-Za-z])#"), " sharp"),
    (re.compile(r"\$"), "美元"),
    (re.compile(r"¥"), "元"),
    (re.compile(r"€"), "欧元"),
    (re.compile(r"£"), "英镑"),
    (re.compile(r"§"), "第"),
    (re.compile(r"[_|\\/~^*=<>#₹₩¢{}\[\]]+"), " "),
)
