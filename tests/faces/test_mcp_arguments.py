"""What a call means: names and forms that models send instead of the schema's, and what is refused without an echo."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glyph.faces.mcp.arguments import NEAR_NAMES, Arguments, ListArguments, ReadArguments, SearchArguments
from glyph.faces.mcp.errors import BadArguments
from glyph.faces.mcp.understanding import understand

MODELS = (SearchArguments, ReadArguments, ListArguments)


def search(**sent: object) -> SearchArguments:
    return understand(SearchArguments, {"query": "vpn", **sent}).arguments


def refused(model: type[Arguments], **sent: object) -> str:
    with pytest.raises(BadArguments) as error:
        understand(model, sent)
    return f"{error.value.message} {error.value.hint}"


def test_arguments_as_the_schema_says_are_taken_without_a_word() -> None:
    understood = understand(SearchArguments, {"query": "vpn", "limit": 3, "collections": ["docs"]})
    assert understood.arguments == SearchArguments(query="vpn", limit=3, collections=("docs",))
    assert understood.notes == ()


@pytest.mark.parametrize(
    ("model", "sent", "meant"),
    [(model, near, name) for model in MODELS for name, spellings in NEAR_NAMES[model].items() for near in spellings],
)
def test_every_near_name_is_understood_and_said(model: type[Arguments], sent: str, meant: str) -> None:
    required: dict[str, object] = {name: "a.md" for name, field in model.model_fields.items() if field.is_required()}
    required.pop(meant, None)
    value: object = 700 if model.model_fields[meant].annotation is int and meant == "max_tokens" else "7"
    understood = understand(model, {**required, sent: value})
    assert understood.notes == (f"`{sent}` was understood as {meant}; the argument's name is {meant}.",)
    assert meant in understood.arguments.model_fields_set


def test_the_table_of_near_names_names_no_parameter_twice_and_forgets_none() -> None:
    for model in MODELS:
        near = NEAR_NAMES[model]
        spellings = [spelling for each in near.values() for spelling in each]
        assert near.keys() == model.model_fields.keys()
        assert len(spellings) == len(set(spellings))
        assert not set(spellings) & model.model_fields.keys()


@pytest.mark.parametrize("name", ["maxTokens", "max-tokens", "MaxTokens", "MAX_TOKENS", "max_token", "maxtokens"])
def test_another_spelling_of_a_name_is_understood(name: str) -> None:
    understood = understand(SearchArguments, {"query": "vpn", name: 700})
    assert understood.arguments.max_tokens == 700
    assert len(understood.notes) == 1


@pytest.mark.parametrize(
    "sent", ["docs", "['docs']", '["docs"]', '["docs", "wiki"]', "docs,wiki", " docs , wiki ", ["docs"]]
)
def test_names_of_collections_come_as_a_list_as_its_json_or_as_text(sent: object) -> None:
    assert search(collections=sent).collections in {("docs",), ("docs", "wiki")}


def test_a_number_may_come_as_text_and_null_means_not_sent() -> None:
    assert search(limit="5").limit == 5
    assert search(limit=None, path_prefix=None, collections=None) == SearchArguments(query="vpn")


@pytest.mark.parametrize(
    ("path", "meant"),
    [
        ("vpn/a.md:12-30", ReadArguments(path="vpn/a.md", start_line=12, line_count=19)),
        ("vpn/a.md:12", ReadArguments(path="vpn/a.md", start_line=12)),
        ("vpn/a.md#L12-L30", ReadArguments(path="vpn/a.md", start_line=12, line_count=19)),
        ("vpn/a.md:1-99999", ReadArguments(path="vpn/a.md", start_line=1, line_count=400)),
        ("vpn/a.md:30-12", ReadArguments(path="vpn/a.md", start_line=30, line_count=1)),
        ("glyph:///vpn/a%20b.md", ReadArguments(path="vpn/a b.md")),
        ("vpn/a.md", ReadArguments(path="vpn/a.md")),
    ],
)
def test_a_place_as_answers_show_it_is_a_path_with_its_lines(path: str, meant: ReadArguments) -> None:
    assert understand(ReadArguments, {"path": path}).arguments == meant


def test_lines_that_are_sent_count_more_than_those_behind_the_path() -> None:
    understood = understand(ReadArguments, {"path": "a.md:12-30", "start_line": 5})
    assert understood.arguments == ReadArguments(path="a.md", start_line=5, line_count=19)


def test_an_unknown_argument_is_refused_with_those_that_there_are() -> None:
    text = refused(SearchArguments, query="vpn", verbosity="high")
    assert "There is no argument `verbosity`." in text
    assert "query (required), collections, path_prefix, limit, max_tokens, cursor" in text


def test_two_names_for_one_argument_are_refused_unless_they_agree() -> None:
    assert "Send query once." in refused(SearchArguments, query="vpn", q="dns")
    assert understand(SearchArguments, {"query": "vpn", "q": "vpn"}).arguments.query == "vpn"


@pytest.mark.parametrize(
    ("model", "sent", "said"),
    [
        (SearchArguments, {}, "query: Field required"),
        (SearchArguments, {"query": "vpn", "limit": 21}, "limit: Input should be less than or equal to 20"),
        (SearchArguments, {"query": "vpn", "limit": 0}, "limit: Input should be greater than or equal to 1"),
        (
            SearchArguments,
            {"query": "vpn", "max_tokens": 10},
            "max_tokens: Input should be greater than or equal to 500",
        ),
        (SearchArguments, {"query": "x" * 1_001}, "query: String should have at most 1000 characters"),
        (SearchArguments, {"query": {"a": 1}}, "query: Input should be a valid string"),
        (ReadArguments, {"path": "a.md", "start_line": "first"}, "start_line: Input should be a valid integer"),
    ],
)
def test_a_value_outside_its_limits_is_refused_with_the_limit(
    model: type[Arguments], sent: dict[str, object], said: str
) -> None:
    assert said in refused(model, **sent)


SECRET = "zirconquartz9Kd0xPq"


@given(
    st.sampled_from(MODELS),
    st.dictionaries(
        st.sampled_from(
            ["query", "limit", "path", "heading", "collection", "cursor", "max_tokens", f"{SECRET} x", "b" * 40]
        ),
        st.sampled_from([SECRET, [SECRET], {SECRET: SECRET}, f'["{SECRET}"', SECRET * 99, -1, 2**70, 1.5, True, None]),
    ),
)
def test_nothing_that_was_sent_stands_in_an_error(model: type[Arguments], sent: dict[str, object]) -> None:
    said = said_of(model, sent)
    assert SECRET not in said
    assert len(said) < 1_000


def said_of(model: type[Arguments], sent: dict[str, object]) -> str:
    """Return what is said about a call: its notes or its error."""
    try:
        return " ".join(understand(model, sent).notes)
    except BadArguments as error:
        return f"{error.message} {error.hint}"
