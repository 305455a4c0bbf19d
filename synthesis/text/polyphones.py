"""Readings of Chinese characters that have several: by their neighbours, where no phrase of pypinyin settles them."""

from collections.abc import Callable
from dataclasses import dataclass

from synthesis.text.word_lists import table, word_set

WORDS = table("light_syllables.tsv")
"""Words said otherwise than pypinyin's first reading: mostly the light second syllables of everyday speech."""

_AMBIGUOUS = frozenset(
    "行长重为得地还数倒空教朝传背只量弹转差累冲种曲散扇盛载乐调奇单降卡落铺强塞舍省似挑扎占折干称划磨晃"
)
"""Characters whose single use is a guess unless a rule below is sure."""
_PERSONS = word_set(
    "我 你 您 他 她 它 我们 你们 他们 她们 大家 咱们 人民 人们 自己 客户 用户 孩子 祖国 社会 谁 您们 各位 顾客"
)
_COUNTERS = word_set("一 二 两 三 四 五 六 七 八 九 十 几 这 那 每 某 各 多 哪 半 整 数 百 千 万 此 该 另")


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


def is_compound(word: str) -> bool:
    """Several words that dictionaries list as one: "三行", "太长", "跑得快"."""
    if len(word) == 3:
        return word[1] == "得"
    return len(word) == 2 and (
        (word[1] == "行" and word[0] in _COUNTERS) or (word[1] == "长" and word[0] in "太不多很最更真")
    )


def single_reading(char: str, around: Neighbours) -> str | None:
    """Reading of a character that stands alone as a word; None where no rule is sure."""
    if char in _BY_NEXT:
        beginnings, before_these, otherwise = _BY_NEXT[char]
        return before_these if around.after and around.after[0] in beginnings else otherwise or None
    rule = _RULES.get(char)
    return _ALWAYS.get(char) if rule is None else rule(around)


def _counted(around: Neighbours) -> bool:
    return around.before_tag.startswith("m") or around.before[-1:] in _COUNTERS or around.before.startswith("第")


def _de_ground(n: Neighbours) -> str | None:
    if (
        len(n.before) >= 2
        and n.after_tag[:1] in ("v", "a", "d", "p", "i", "l", "z")
        and n.before_tag[:1] not in ("n", "r", "m")
    ):
        return "de5"
    if (
        n.after
        and len(n.before) >= 2
        and (n.before[0] == n.before[-1] or n.before_tag[:1] in ("a", "d", "z", "i", "v", "o"))
    ):
        return "de5"
    return "di4"


def _de_get(n: Neighbours) -> str | None:
    if n.before in _PERSONS or n.before in (
        "就",
        "还",
        "总",
        "也",
        "都",
        "可",
        "必",
        "非",
        "要不",
        "只",
        "又",
        "可能",
        "恐怕",
        "一定",
    ):
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
    if n.before_tag[:1] in ("v", "m") or n.before[-1:] in (
        "成",
        "作",
        "称",
        "变",
        "分",
        "视",
        "定",
        "改",
        "译",
        "升",
        "降",
    ):
        return "wei2"
    if n.after_tag[:1] in ("m", "a", "t") or n.before in ("均", "皆", "名", "互", "实", "仅", "约"):
        return "wei2"
    if n.after_tag[:2] in ("nr", "ns", "nt"):
        return "wei4"
    return "wei4" if not n.before or n.before_tag[:1] in ("d", "r", "p", "c") else None


def _long(n: Neighbours) -> str | None:
    if _counted(n) or n.before[-1:] in ("米", "很", "最", "更", "太", "不", "多", "真", "么"):
        return "chang2"
    grows = n.before in ("又", "会", "能", "也") and n.after[:1] in ("高", "大")
    return "zhang3" if grows or (n.after and n.after[0] in "了得出成满胖高着在") else None


def _row(n: Neighbours) -> str | None:
    return (
        "hang2"
        if _counted(n) and n.after[:1] != "人"
        else ("xing2" if not n.after or n.before in ("不", "还", "也", "就") else None)
    )


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


def _empty(n: Neighbours) -> str | None:
    return (
        "kong4"
        if n.before in ("有", "没", "没有", "抽", "得", "有没有") and n.after[:1] not in ("间", "气")
        else "kong1"
    )


def _turn(n: Neighbours) -> str | None:
    if (n.after[:1] and n.after[0] in "圈着个动啊") or (n.after == "来" and n.after_next[:1] == "转"):
        return "zhuan4"
    return "zhuan3"


_ALWAYS = dict(
    zip(
        "朝传差着了累都好的乐降省强占称那哪吗吧呢嘛们过没会要和与给系藏曾嗯哦喔嗨哎咯呗",
        [
            "chao2",
            "chuan2",
            "cha4",
            "zhe5",
            "le5",
            "lei4",
            "dou1",
            "hao3",
            "de5",
            "le4",
            "jiang4",
            "sheng3",
            "qiang2",
            "zhan4",
            "cheng1",
            "na4",
            "na3",
            "ma5",
            "ba5",
            "ne5",
            "ma5",
            "men5",
            "guo4",
            "mei2",
            "hui4",
            "yao4",
            "he2",
            "yu3",
            "gei3",
            "xi4",
            "cang2",
            "ceng2",
            "en4",
            "o4",
            "o1",
            "hai1",
            "ai1",
            "lo5",
            "bei5",
        ],
        strict=True,
    )
)
"""Readings of single characters that are as good as always right."""
_BY_NEXT = {
    "数": ("一到着了不数", "shu3", "shu4"),
    "倒": ("了下在地闭塌", "dao3", "dao4"),
    "背": ("着包起书了个", "bei1", "bei4"),
    "弹": ("琴吉钢奏起了着出得一", "tan2", "dan4"),
    "量": ("体血尺了一身下", "liang2", "liang4"),
    "调": ("到去走动", "diao4", "tiao2"),
    "干": ("了什活吗得的着事", "gan4", ""),
}
"""Reading before a word that begins with one of these, and before any other; "" is not sure."""
_RULES: dict[str, Callable[[Neighbours], str | None]] = {
    "地": _de_ground,
    "得": _de_get,
    "还": _return,
    "为": _for,
    "长": _long,
    "行": _row,
    "重": _again,
    "种": _kind,
    "只": _only,
    "空": _empty,
    "转": _turn,
    "教": lambda n: "jiao1" if n.after else "jiao4",
    "落": lambda n: "la4" if n.after[:1] and n.after[0] == "在" and n.after_next[:1] in ("家", "车") else "luo4",
    "啊": lambda n: "a5" if n.before else "a1",
    "呀": lambda n: "ya5" if n.before else "ya1",
    "哇": lambda n: "wa5" if n.before else "wa1",
}
