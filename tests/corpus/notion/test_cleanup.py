"""Cases 19 to 29 and more: the cleanup of one page, each text cleaned twice."""

import pytest

from glyph.corpus.notion.cleanup import CleanedPage, PageContext, clean
from glyph.corpus.notion.identity import PageId
from glyph.corpus.notion.linking import Linker
from glyph.corpus.notion.resolving import Place, Resolver
from tests.corpus.notion.exports import ID1, ID2, ID3

RESOLVER = Resolver(
    [
        Place((f"Home {ID1}.md",), "Home.md", PageId(ID1)),
        Place((f"Home {ID1}/DNS {ID2}.md",), "Home/DNS.md", PageId(ID2)),
        Place((f"Home {ID1}/T {ID3}_all.csv", f"Home {ID1}/T {ID3}.csv"), "Home/T.md", PageId(ID3), is_table=True),
        Place((f"Home {ID1}/a (b.png",), "Home/a (b.png"),
    ]
)


def context(*keys: str) -> PageContext:
    linker = Linker(RESOLVER, "", "Home.md")
    return PageContext(PageId(ID1), f"Home {ID1}.md", "Home", lambda key: key in keys, linker)


def cleaned(text: str, *keys: str) -> CleanedPage:
    """Clean a text, and prove that cleaning it again changes nothing."""
    page = clean(text, context(*keys))
    assert clean(page.text, context(*keys)).text == page.text
    return page


def body_of(text: str, *keys: str) -> str:
    """Return what stands below the front matter, without the final line end."""
    return cleaned(text, *keys).text.split("\n---\n\n", 1)[1].removesuffix("\n")


def below_title(text: str) -> str:
    return body_of(f"# T\n\n{text}\n").removeprefix("# T\n\n").removeprefix("# T")


def test_properties_that_a_sibling_has_move_into_front_matter() -> None:
    page = cleaned("# web-01\n\nStatus: Done\nPorts: 443, 8443\n\nRestart nginx.\n", "Status", "Ports")
    assert page.text.endswith("\n---\n\n# web-01\n\nRestart nginx.\n")
    assert 'properties:\n  - "Status": "Done"\n  - "Ports": "443, 8443"\n---' in page.text
    assert page.flags == ()


def test_a_line_that_nobody_confirms_stays_in_the_body() -> None:
    text = "# A\n\nNote: check the disk first.\n\nmore\n"
    page = cleaned(text)
    assert page.text.endswith(f"---\n\n{text}")
    assert page.flags == ("properties_unconfirmed",)


def test_odd_keys_empty_values_and_several_lines_are_kept() -> None:
    page = cleaned("# A\n\n#: 542\n상태: 완료\nNotes: one\ntwo\nOwner:\n\nbody\n", "#", "상태", "Notes", "Owner")
    assert [(each.key, each.value) for each in page.properties] == [
        ("#", "542"),
        ("상태", "완료"),
        ("Notes", "one\ntwo"),
        ("Owner", ""),
    ]
    assert '  - "Notes": "one\\ntwo"' in page.text


def test_lines_below_the_last_known_key_stay_in_the_body() -> None:
    page = cleaned("# A\n\nStatus: Done\nThen: restart it\n", "Status")
    assert page.text.endswith("# A\n\nThen: restart it\n")
    assert page.flags == ("properties_unconfirmed",)


@pytest.mark.parametrize(
    ("written", "iso"),
    [
        ("2026년 4월 17일 오후 5:34", "2026-04-17T17:34"),
        ("June 8, 2025 6:10 AM", "2025-06-08T06:10"),
        ("June 8, 2025 12:10 AM", "2025-06-08T00:10"),
        ("June 8, 2025", "2025-06-08"),
        ("June 8, 2025 → June 9, 2025", "2025-06-08/2025-06-09"),
        ("2025年6月8日 17:05", "2025-06-08T17:05"),
        ("8. Juni 2025 06:10", "2025-06-08T06:10"),
        ("8 de junio de 2025 6:10", "2025-06-08T06:10"),
        ("2025/06/08", "2025-06-08"),
        ("@Today", None),
        ("June 31, 2025", None),
        ("443, 8443", None),
    ],
)
def test_dates_of_known_locales_are_added_in_iso_8601(written: str, iso: str | None) -> None:
    text = cleaned(f"# A\n\nDue: {written}\n\nbody\n", "Due").text
    assert f'  - "Due": "{written}"' in text
    assert (f'dates:\n  - "Due": "{iso}"' in text) == (iso is not None)


def test_a_signed_address_loses_its_credentials_everywhere_but_in_code() -> None:
    signed = "https://files.s3.amazonaws.com/a.png?X-Amz-Credential=AKIA0&X-Amz-Signature=abc"
    page = cleaned(f"# A\n\nFile: {signed}\n\n![x]({signed}) {signed} `{signed}`\n", "File")
    assert page.text.count("X-Amz-Signature") == 1
    assert "![x](https://files.s3.amazonaws.com/a.png) https://files.s3.amazonaws.com/a.png `" in page.text


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("<aside>\n💡\n\nBack up **etcd**.\n\n</aside>", "> 💡 Back up **etcd**."),
        ("<aside>\n💡 Back up\n</aside>", "> 💡 Back up"),
        ('<aside>\n<img src="https://www.notion.so/icons/x.svg" width="40px" /> Text\n</aside>', "> Text"),
        ('<aside>\n<img src="https://www.notion.so/icons/x.svg" width="40px" />\n\nText\n\n</aside>', "> Text"),
        ("<aside>\n\n⚠️ first blank\n</aside>", "> ⚠️ first blank"),
        ("<aside>\n💡\n\n- a\n- b\n</aside>", "> 💡\n>\n> - a\n> - b"),
        ("<aside>\n💡\n\n</aside>", ""),
        ("<aside>\n</aside>\n\nafter", "after"),
        ("before\n<aside>\nx\n</aside>\nafter", "before\n\n> x\n\nafter"),
        ("- a\n\n    <aside>\n    💡 in\n\n    more\n    </aside>", "- a\n\n    > 💡 in\n    >\n    > more"),
        ("<aside>\n1\n<aside>\n2\n</aside>\n</aside>", "> 1\n>\n> > 2"),
        ("<aside>\n```\n<aside>\n```\n</aside>", "> ```\n> <aside>\n> ```"),
        ("<aside>\nnever closed", "\\<aside>\nnever closed"),
        ("<aside>one line</aside>", "> one line"),
    ],
)
def test_callouts_become_quotes(written: str, expected: str) -> None:
    assert below_title(written) == expected


def test_callouts_without_end_inside_one_another_do_no_harm() -> None:
    for page in ("<aside>\n" * 3_000, "<aside>\n" * 3_000 + "x\n" + "</aside>\n" * 3_000, "</aside>\n" * 300):
        assert below_title(page)


def test_code_is_sacred() -> None:
    code = "# not a heading\n<aside>\n** x **\n[a](b%20c.md)\n\n\n<node> e\u0301\u2028 \t| a |"
    text = f"```yaml\n{code}\n```"
    assert below_title(f"```YAML\n{code}\n\n```") == text
    assert body_of(f"# T\n\n{text}").count("\n# ") == 1


def test_no_break_blanks_and_zero_width_characters_go_even_in_code() -> None:
    assert (
        below_title("```\nnmcli\u00a0con\u202fup\u200b\n```\n\n`a\u00a0b`\ufeff\u00ad")
        == "```\nnmcli con up\n```\n\n`a b`"
    )


def test_prose_becomes_nfc_and_code_does_not() -> None:
    assert below_title("e\u0301 `e\u0301`\u2028next\u0007 🏳\ufe0f\u200d") == "é `e\u0301`\nnext 🏳\ufe0f\u200d"


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("Plain text", "text"),
        ("JavaScript", "javascript"),
        ("jsx", "jsx"),
        ("some thing", "text"),
        ("C++", "c++"),
        ("", ""),
    ],
)
def test_the_language_of_a_fence_is_one_word_in_lower_case(label: str, expected: str) -> None:
    assert below_title(f"```{label}\nx\n```") == f"```{expected}\nx\n```"


def test_a_fence_that_is_never_closed_is_closed_and_told() -> None:
    page = cleaned("# T\n\n- a\n    ```\n    ls\n\n")
    assert page.text.endswith("- a\n    ```\n    ls\n    ```\n")
    assert page.flags == ("fence_closed",)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("# Install\n\n### Step", "## Install\n\n#### Step"),
        ("### Step", "### Step"),
        ("## \n\n##\n\ntext", "text"),
        ("### **X**", "### X"),
        ("## **X** and **Y**", "## **X** and **Y**"),
        ("# A\n\n###### F", "## A\n\n###### F"),
        ("- a\n    # Deep\n\n## B", "- a\n    ## Deep\n\n### B"),
        ("**Example 1:**", "**Example 1:**"),
        ("#!/bin/sh", "#!/bin/sh"),
    ],
)
def test_headings(written: str, expected: str) -> None:
    assert below_title(written) == expected


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("- a\n    \n    ```bash\n    ls\n    ```", "- a\n\n    ```bash\n    ls\n    ```"),
        ("- parent\n    - ", "- parent"),
        ("- parent\n    - \n        - ", "- parent"),
        ("- \n    - child", "-\n    - child"),
        ("1. a\n2. \n3. c", "1. a\n3. c"),
        ("- [ ] todo\n- [ ] ", "- [ ] todo\n- [ ]"),
        ("- toggle\n\n    body\n\n    - deeper", "- toggle\n\n    body\n\n    - deeper"),
        ("## Toggle\n\n    body\n\n    - a\n        - b\n\nafter", "## Toggle\n\nbody\n\n- a\n    - b\n\nafter"),
        ("text\n\n\tTab", "text\n\nTab"),
        ("## T\n\n    ```make\n    all:\n    \tgcc\n    ```", "## T\n\n```make\nall:\n\tgcc\n```"),
        ("- a\n\ntext\n\n    stray", "- a\n\ntext\n\nstray"),
    ],
)
def test_lists_and_indentation(written: str, expected: str) -> None:
    assert below_title(written) == expected


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("**x **y", "**x** y"),
        ("a** x**", "a **x**"),
        ("** x**", "**x**"),
        ("a **** b", "a b"),
        ("**a****b**", "**ab**"),
        ("a** **b", "a b"),
        ("**a** **b**", "**a** **b**"),
        ("**of **x and ** is** y", "**of** x and **is** y"),
        ("**프로세스(Process)**로", "**프로세스(Process)**로"),
        ("odd **x y", "odd **x y"),
        ("`** x **` and **a `** ` b **c", "`** x **` and **a `** ` b** c"),
        ("$a ** b ** c$", "$a ** b ** c$"),
    ],
)
def test_emphasis(written: str, expected: str) -> None:
    assert below_title(written) == expected


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("ssh <user>@<node-ip>", "ssh \\<user>@\\<node-ip>"),
        ("`<user>` a<br>b <https://e.test> <me@e.test>", "`<user>` a<br>b <https://e.test> <me@e.test>"),
        ("<script>x</script>", "\\<script>x\\</script>"),
        ("<iframe src='x'></iframe> <u>y</u>", "\\<iframe src='x'>\\</iframe> <u>y</u>"),
        ("<your name here> 1 < 2 > 1", "\\<your name here> 1 < 2 > 1"),
        ("`a\n<b c>` <T>", "`a\n<b c>` \\<T>"),
        ("\\<kept>", "\\<kept>"),
        ("$x <y> z$ <z>", "$x <y> z$ \\<z>"),
        ("$HOME/<name>/$PATH", "$HOME/\\<name>/$PATH"),
        ("<!-- x --> <?xml?>", "\\<!-- x --> \\<?xml?>"),
        ("# <T>", "## \\<T>"),
    ],
)
def test_placeholders(written: str, expected: str) -> None:
    assert below_title(written) == expected


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("a  \nb\n\n\n\nc   ", "a\\\nb\n\nc"),
        ("a\n   \nb", "a\n\nb"),
        ("- a  \n- b", "- a\n- b"),
        (
            "| a | b |\n| --- | --- |\n| 1 | two\nlines |\n| 3 | 4 |",
            "| a | b |\n| --- | --- |\n| 1 | two<br>lines |\n| 3 | 4 |",
        ),
        ("$$\n<x> ** y **\n$$", "$$\n<x> ** y **\n$$"),
    ],
)
def test_blank_lines_tables_and_maths(written: str, expected: str) -> None:
    assert below_title(written) == expected


def test_a_row_that_does_not_fit_stays_and_is_told() -> None:
    text = "| a | b |\n| --- | --- |\n| 1 | two\nlines | 3 | 4 |"
    page = cleaned(f"# T\n\n{text}\n")
    assert page.text.endswith(f"{text}\n")
    assert page.flags == ("table_broken",)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (f"[d](Home%20{ID1}/DNS%20{ID2}.md)", "[d](Home/DNS.md)"),
        (f"[d](Home%20{ID1}/DNS%20{ID2}.md#{ID3})", "[d](Home/DNS.md)"),
        (f"[t](Home%20{ID1}/T%20{ID3}.md) [u](x/T%20{ID3}.csv)", "[t](Home/T.md) [u](Home/T.md)"),
        ("[n](elsewhere/DNS.md)", "[n](Home/DNS.md)"),
        (f"![i](Home%20{ID1}/a%20(b.png)", "![i](Home/a%20%28b.png)"),
        (f"[`[x]` y](Home%20{ID1}/DNS%20{ID2}.md)", "[`[x]` y](Home/DNS.md)"),
        (f"`[d](Home%20{ID1}/DNS%20{ID2}.md)`", f"`[d](Home%20{ID1}/DNS%20{ID2}.md)`"),
        ("[https://u.test/a](https://u.test/a)", "<https://u.test/a>"),
        ("![https://u.test/a.png](https://u.test/a.png)", "![https://u.test/a.png](https://u.test/a.png)"),
        ("[a](#here) [m](mailto:x@y.test)", "[a](#here) [m](mailto:x@y.test)"),
        ("![lost](nowhere.png) [](gone/x%20y.pdf)", "lost x y.pdf"),
        ("[g](https://www.notion.so./x_files/a.png) [h](https://www.notion.soundefined)", "g h"),
        (f"[d](https://www.notion.so/team/DNS-{ID2})", "[d](Home/DNS.md)"),
        (f"[![i](Home%20{ID1}/a%20(b.png)](https://u.test)", "[![i](Home/a%20%28b.png)](https://u.test)"),
        (f"![e](data:image/png;base64,{'A' * 4096})", "[embedded image, 3 KB]"),
        ("[x] (not a link) ](", "[x] (not a link) ]("),
    ],
)
def test_links(written: str, expected: str) -> None:
    assert below_title(written) == expected


def test_what_leads_nowhere_is_flagged_by_kind() -> None:
    page = cleaned(
        f"# T\n\n[a](X%20{'9' * 32}.md) [b](Y%20{'8' * 32}.csv) ![c](z.png) [d](https://www.notion.soassets/x)\n"
    )
    assert page.flags == ("broken_join", "unresolved_asset", "unresolved_database", "unresolved_page")
    assert (page.links.relative, page.links.resolved) == (3, 0)


def test_an_empty_page_keeps_its_head_and_is_flagged() -> None:
    page = cleaned("# web-02\n\nStatus: Idle\n", "Status")
    assert page.text.endswith('  - "Status": "Idle"\n---\n\n# web-02\n')
    assert page.flags == ("empty",)


def test_a_page_without_a_title_gets_its_name() -> None:
    page = cleaned("just text\n")
    assert page.text.endswith("# Home\n\njust text\n")
    assert page.flags == ("title_inserted",)


@pytest.mark.parametrize("title", ["Untitled", "제목 없음", "无标题"])
def test_an_untitled_page_stays_so_in_its_language(title: str) -> None:
    page = cleaned(f"# {title}\n\nx\n")
    assert (page.title, page.flags) == (title, ("untitled",))


def test_windows_lines_and_a_mark_are_read() -> None:
    assert body_of("\ufeff# T\r\n\r\na\r\nb\r\n") == "# T\n\na\nb"
