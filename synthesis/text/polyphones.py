"""Readings of Chinese characters that have several, where pypinyin's phrases do not settle them: by their neighbours."""

from dataclasses import dataclass

WORDS: dict[str, str] = {
    "东西": "dong1 xi5", "知道": "zhi1 dao5", "地方": "di4 fang5", "意思": "yi4 si5", "时候": "shi2 hou5", "事情": "shi4 qing5",
    "先生": "xian1 sheng5", "学生": "xue2 sheng5", "医生": "yi1 sheng1", "清楚": "qing1 chu5", "休息": "xiu1 xi5", "告诉": "gao4 su5",
    "明白": "ming2 bai5", "漂亮": "piao4 liang5", "聪明": "cong1 ming5", "客气": "ke4 qi5", "关系": "guan1 xi5", "消息": "xiao1 xi5",
    "麻烦": "ma2 fan5", "认识": "ren4 shi5", "晚上": "wan3 shang5", "早上": "zao3 shang5", "朋友": "peng2 you5", "衣服": "yi1 fu5",
    "喜欢": "xi3 huan5", "舒服": "shu1 fu5", "打算": "da3 suan5", "太阳": "tai4 yang5", "月亮": "yue4 liang5", "眼睛": "yan3 jing5",
    "耳朵": "er3 duo5", "头发": "tou2 fa5", "名字": "ming2 zi5", "豆腐": "dou4 fu5", "葡萄": "pu2 tao5", "玻璃": "bo1 li5",
    "窗户": "chuang1 hu5", "钥匙": "yao4 shi5", "故事": "gu4 shi5", "热闹": "re4 nao5", "暖和": "nuan3 huo5", "凉快": "liang2 kuai5",
    "便宜": "pian2 yi5", "结实": "jie1 shi5", "老实": "lao3 shi5", "厉害": "li4 hai5", "困难": "kun4 nan5", "商量": "shang1 liang5",
    "收拾": "shou1 shi5", "打听": "da3 ting5", "打扮": "da3 ban5", "客人": "ke4 ren5", "主意": "zhu3 yi5", "生意": "sheng1 yi5",
    "力气": "li4 qi5", "脾气": "pi2 qi5", "运气": "yun4 qi5", "福气": "fu2 qi5", "天气": "tian1 qi4", "多少": "duo1 shao5",
    "大夫": "dai4 fu5", "丈夫": "zhang4 fu5", "师傅": "shi1 fu5", "姑娘": "gu1 niang5", "爱人": "ai4 ren5", "亲戚": "qin1 qi5",
    "邻居": "lin2 ju1", "街坊": "jie1 fang5", "衙门": "ya2 men5", "骨头": "gu3 tou5", "石头": "shi2 tou5", "木头": "mu4 tou5",
    "馒头": "man2 tou5", "枕头": "zhen3 tou5", "前头": "qian2 tou5", "后头": "hou4 tou5", "里头": "li3 tou5", "外头": "wai4 tou5",
    "上头": "shang4 tou5", "那边": "na4 bian5", "这边": "zhe4 bian5", "里边": "li3 bian5", "外边": "wai4 bian5", "似的": "shi4 de5",
    "点心": "dian3 xin5", "包袱": "bao1 fu5", "扫帚": "sao4 zhou5", "棉花": "mian2 hua5", "庄稼": "zhuang1 jia5", "核桃": "he2 tao5",
    "黄瓜": "huang2 gua5", "萝卜": "luo2 bo5", "胳膊": "ge1 bo5", "嘴巴": "zui3 ba5", "尾巴": "wei3 ba5", "下巴": "xia4 ba5",
    "疙瘩": "ge1 da5", "使唤": "shi3 huan5", "答应": "da1 ying5", "琢磨": "zuo2 mo5", "折腾": "zhe1 teng5", "耽误": "dan1 wu5",
    "耽搁": "dan1 ge5", "唠叨": "lao2 dao5", "吩咐": "fen1 fu5", "咳嗽": "ke2 sou5", "哆嗦": "duo1 suo5", "糊涂": "hu2 tu5",
    "马虎": "ma3 hu5", "利索": "li4 suo5", "利落": "li4 luo5", "踏实": "ta1 shi5", "实在": "shi2 zai4", "自在": "zi4 zai5",
    "新鲜": "xin1 xian1", "精神": "jing1 shen2", "本事": "ben3 shi5", "同志": "tong2 zhi4", "护士": "hu4 shi5", "部分": "bu4 fen5",
    "行李": "xing2 li5", "记得": "ji4 de5", "觉得": "jue2 de5", "认得": "ren4 de5", "晓得": "xiao3 de5", "懂得": "dong3 de5",
    "舍得": "she3 de5", "值得": "zhi2 de5", "显得": "xian3 de5", "免得": "mian3 de5", "省得": "sheng3 de5", "使得": "shi3 de5",
    "获得": "huo4 de2", "取得": "qu3 de2", "我们": "wo3 men5", "哪儿": "na3 er5", "怎么": "zen3 me5", "怎么样": "zen3 me5 yang4",
    "妈妈": "ma1 ma5", "爸爸": "ba4 ba5", "哥哥": "ge1 ge5", "姐姐": "jie3 jie5", "弟弟": "di4 di5", "妹妹": "mei4 mei5",
    "爷爷": "ye2 ye5", "奶奶": "nai3 nai5", "叔叔": "shu1 shu5", "谢谢": "xie4 xie5", "看看": "kan4 kan5", "试试": "shi4 shi5",
    "说说": "shuo1 shuo5", "想想": "xiang3 xiang5", "听听": "ting1 ting5", "走走": "zou3 zou5", "星星": "xing1 xing5", "宝宝": "bao3 bao5",
    "的话": "de5 hua4", "那么": "na4 me5", "什么": "shen2 me5", "为什么": "wei4 shen2 me5", "多么": "duo1 me5", "要么": "yao4 me5",
    "好的": "hao3 de5", "好吗": "hao3 ma5", "是的": "shi4 de5", "一行人": "yi1 xing2 ren2", "还给": "huan2 gei3", "还钱": "huan2 qian2",
    "还书": "huan2 shu1", "朝夕": "zhao1 xi1", "行长": "hang2 zhang3", "厦门": "xia4 men2", "大厦": "da4 sha4", "角色": "jue2 se4",
    "还款": "huan2 kuan3", "重新": "chong2 xin1", "血液": "xue4 ye4", "下载": "xia4 zai4", "单行": "dan1 hang2", "长发": "chang2 fa4",
}
"""Words said otherwise than pypinyin's first reading: mostly the light second syllables of everyday speech."""

_AMBIGUOUS = frozenset("行长重为得地还数倒空教朝传背只量弹转差累冲种曲散扇盛载乐调奇单降卡落铺强塞舍省似挑扎占折干称划磨晃")
"""Characters whose single use is a guess unless a rule below is sure."""
_PERSONS = frozenset("我 你 您 他 她 它 我们 你们 他们 她们 大家 咱们 人民 人们 自己 客户 用户 孩子 祖国 社会 谁 您们 各位 顾客".split())
_COUNTERS = frozenset("一 二 两 三 四 五 六 七 八 九 十 几 这 那 每 某 各 多 哪 半 整 数 百 千 万 此 该 另".split())


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Words and jieba's tags around a single character; "" at the ends of a stretch."""

    before: str
    before_tag: str
    after: str
    after_tag: str
    after_next: str


def is_ambiguous(char: str) -> bool:
    return char in _AMBIGUOUS


def single_reading(char: str, around: Neighbours) -> str | None:
    """Reading of a character that stands alone as a word; None where no rule is sure."""
    rule = _RULES.get(char)
    return None if rule is None else rule(around)


def _counted(around: Neighbours) -> bool:
    return around.before_tag.startswith("m") or around.before[-1:] in _COUNTERS or around.before.startswith("第")


def _de_ground(n: Neighbours) -> str | None:
    if len(n.before) >= 2 and n.after_tag[:1] in ("v", "a", "d", "p", "i", "l", "z") and n.before_tag[:1] not in ("n", "r", "m"):
        return "de5"
    if n.after and len(n.before) >= 2 and (n.before[0] == n.before[-1] or n.before_tag[:1] in ("a", "d", "z", "i", "v", "o")):
        return "de5"
    return "di4"


def _de_get(n: Neighbours) -> str | None:
    if n.before in _PERSONS or n.before in ("就", "还", "总", "也", "都", "可", "必", "非", "要不", "只", "又", "可能", "恐怕", "一定"):
        return "de2" if n.after[:1] in "了到过" and n.after else "dei3"
    if n.before_tag[:1] in ("v", "a", "n", "z"):
        return "de5"
    return "de2" if n.after[:1] in ("了", "到", "过") else None


def _return(n: Neighbours) -> str | None:
    if n.after[:1] and n.after[0] in "给钱书款债清贷账本" and n.after != "本来":
        return "huan2"
    if n.after in _PERSONS and n.after_next[:1] and n.after_next[0] in "钱书债款东一":
        return "huan2"
    return "hai2"


def _for(n: Neighbours) -> str | None:
    if n.after in _PERSONS or n.after[:1] in ("了", "此", "何"):
        return "wei4"
    if n.before_tag[:1] in ("v", "m") or n.before[-1:] in ("成", "作", "称", "变", "分", "视", "定", "改", "译", "升", "降"):
        return "wei2"
    if n.after_tag[:1] in ("m", "a", "t") or n.before in ("均", "皆", "名", "互", "实", "仅", "约"):
        return "wei2"
    if n.after_tag[:2] in ("nr", "ns", "nt"):
        return "wei4"
    return "wei4" if not n.before or n.before_tag[:1] in ("d", "r", "p", "c") else None


def _long(n: Neighbours) -> str | None:
    if n.after[:1] and n.after[0] in "了得出成满胖高着在" or n.before in ("又", "会", "能", "也") and n.after[:1] in ("高", "大"):
        return "zhang3"
    return "chang2" if _counted(n) or n.before[-1:] in ("米", "很", "最", "更", "太", "这么", "那么") else None


def _row(n: Neighbours) -> str | None:
    return "hang2" if _counted(n) and n.after[:1] != "人" else ("xing2" if not n.after or n.before in ("不", "还", "也", "就") else None)


def _again(n: Neighbours) -> str | None:
    if n.after_tag[:1] == "v" and n.after not in ("达", "要", "点"):
        return "chong2"
    return "zhong4"


def _kind(n: Neighbours) -> str | None:
    if _counted(n):
        return "zhong3"
    return "zhong4" if n.after[:1] and n.after[0] in "树花菜地田草了着下上出过水玉瓜果葱蒜" else "zhong3"


def _only(n: Neighbours) -> str | None:
    return "zhi1" if _counted(n) and n.after_tag[:1] not in ("v", "d") else "zhi3"


def _count(n: Neighbours) -> str | None:
    return "shu3" if n.after[:1] and n.after[0] in "一到着了不数" else "shu4"


def _empty(n: Neighbours) -> str | None:
    return "kong4" if n.before in ("有", "没", "没有", "抽", "得", "有没有") and n.after[:1] not in ("间", "气") else "kong1"


def _fall(n: Neighbours) -> str | None:
    return "dao3" if n.after[:1] and n.after[0] in "了下在地闭塌" else ("dao4" if n.after[:1] and n.after[0] in "水茶酒车退数立着是" else None)


def _carry(n: Neighbours) -> str | None:
    return "bei1" if n.after[:1] and n.after[0] in "着包起书了个" else "bei4"


def _pluck(n: Neighbours) -> str | None:
    return "tan2" if n.after[:1] and n.after[0] in "琴吉钢奏起了着出得一" else "dan4"


def _measure(n: Neighbours) -> str | None:
    return "liang2" if n.after[:1] and n.after[0] in "体血尺了一身下" else "liang4"


def _turn(n: Neighbours) -> str | None:
    if n.after[:1] and n.after[0] in "圈着个动啊" or n.after == "来" and n.after_next[:1] == "转":
        return "zhuan4"
    return "zhuan3"


_RULES = {
    "地": _de_ground, "得": _de_get, "还": _return, "为": _for, "长": _long, "行": _row, "重": _again, "种": _kind, "只": _only,
    "数": _count, "空": _empty, "倒": _fall, "背": _carry, "弹": _pluck, "量": _measure, "转": _turn,
    "教": lambda n: "jiao1" if n.after else "jiao4", "朝": lambda n: "chao2", "传": lambda n: "chuan2", "差": lambda n: "cha4",
    "着": lambda n: "zhe5", "了": lambda n: "le5", "累": lambda n: "lei4", "都": lambda n: "dou1", "好": lambda n: "hao3",
    "的": lambda n: "de5", "干": lambda n: "gan4" if n.after[:1] and n.after[0] in "了什活吗得的着事" else None,
    "落": lambda n: "la4" if n.after[:1] and n.after[0] == "在" and n.after_next[:1] in ("家", "车") else "luo4",
    "调": lambda n: "diao4" if n.after[:1] and n.after[0] in "到去走动" else "tiao2", "乐": lambda n: "le4",
    "降": lambda n: "jiang4", "省": lambda n: "sheng3", "强": lambda n: "qiang2", "占": lambda n: "zhan4",
    "称": lambda n: "cheng1", "那": lambda n: "na4", "哪": lambda n: "na3", "吗": lambda n: "ma5", "吧": lambda n: "ba5",
    "呢": lambda n: "ne5", "啊": lambda n: "a5" if n.before else "a1", "嘛": lambda n: "ma5", "们": lambda n: "men5",
    "过": lambda n: "guo4", "没": lambda n: "mei2", "会": lambda n: "hui4", "要": lambda n: "yao4", "和": lambda n: "he2",
    "与": lambda n: "yu3", "给": lambda n: "gei3", "系": lambda n: "xi4", "藏": lambda n: "cang2", "曾": lambda n: "ceng2",
    "嗯": lambda n: "en4", "哦": lambda n: "o4", "喔": lambda n: "o1", "嗨": lambda n: "hai1", "哎": lambda n: "ai1",
    "咯": lambda n: "lo5", "呀": lambda n: "ya5" if n.before else "ya1", "呗": lambda n: "bei5", "哇": lambda n: "wa5" if n.before else "wa1",
}
