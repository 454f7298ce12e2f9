"""What holds of any page: cleaning is idempotent, and no line of code changes."""

import re

from hypothesis import given
from hypothesis import strategies as st

from glyph.corpus.notion.characters import repaired_everywhere
from glyph.corpus.notion.emphasis import settled_emphasis
from glyph.corpus.notion.placeholders import escaped_placeholders
from tests.corpus.notion.test_cleanup import clean, cleaned, context

PIECES = st.sampled_from(
    [
        *(
            "# H",
            "## ",
            "### **X**",
            "text",
            "**a **b",
            "** x**",
            "****",
            "** **",
            "<node> x",
            "`<n>`",
            "Key: value",
            "#: 5",
        ),
        *(
            "<aside>",
            "</aside>",
            "💡",
            "- a",
            "- ",
            "1. ",
            "    - b",
            "    body",
            "\tTab",
            "        deep",
            "   ",
            "",
            "",
            "  x  ",
        ),
        *(
            "| a | b |",
            "| --- | --- |",
            "| 1 | two",
            "end |",
            "$$",
            "$x$",
            "```",
            "```sh",
            "~~~",
            "    ```",
            "- ```",
            "> q",
        ),
        *(
            "[u](https://u.test)",
            "[l](x.md)",
            "![i](a b.png)",
            "](",
            "[x](",
            "\\<k>",
            "<!-- c",
            "* * *",
            "---",
            "`",
            "``",
        ),
        *(
            "e\u0301",
            "a\u00a0b",
            "\u200b",
            "x\u2028y",
            "\u0007",
            "line  ",
            "a\\",
            "***x***",
            "<br>",
            "<img src=x>",
            "***",
        ),
    ]
)
PAGE = st.lists(PIECES, max_size=14).map("\n".join)
CODE_LINES = st.lists(
    st.text(
        st.characters(exclude_categories=["Cs"], exclude_characters="\r\n`~\0\u00a0\u202f\u200b\u2060\ufeff\u00ad"),
        max_size=12,
    ),
    min_size=1,
    max_size=5,
).map(lambda lines: [*lines, "end"])


@given(PAGE)
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    cleaned(text)


@given(PAGE)
def test_a_cleaned_page_has_one_title_first(text: str) -> None:
    body = cleaned(text).text.split("\n---\n\n", 1)[1]
    assert body.startswith("# ")
    assert body.endswith("\n")


@given(CODE_LINES, st.sampled_from(["```", "~~~", "````"]), st.sampled_from(["", "- a\n\n    ", "> "]))
def test_no_line_of_a_fence_changes(code: list[str], fence: str, before: str) -> None:
    prefix = re.sub(r"^- a\n\n", "", before)
    lead = before.removesuffix(prefix)
    block = "\n".join(f"{prefix}{line}" for line in (f"{fence}sh", *code, fence))
    page = clean(f"# T\n\n{lead}{block}\n\n<after>\n", context()).text
    assert page.endswith(f"{block}\n\n\\<after>\n")


@given(st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"], exclude_characters="`"), max_size=60))
def test_inline_code_does_not_change(text: str) -> None:
    code = f"`x{repaired_everywhere(text)}x`"
    page = clean(f"# T\n\nsee {code} there\n", context()).text
    assert f"see {code} there" in page


@given(st.lists(st.sampled_from(["**", "*", " ", "x", "`", "****", "\\"]), max_size=12).map("".join))
def test_emphasis_settles_at_once_and_loses_no_word(text: str) -> None:
    once = settled_emphasis(text)
    assert settled_emphasis(once) == once or settled_emphasis(settled_emphasis(once)) == settled_emphasis(once)
    assert once.count("x") == text.count("x")


@given(st.text(st.sampled_from("<>ab /\\`!?-"), max_size=20))
def test_escaping_twice_is_escaping_once(text: str) -> None:
    once = escaped_placeholders(text)
    assert escaped_placeholders(once) == once
