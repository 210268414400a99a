"""Options: values from texts, the spec spelling, the schema, and what is said when they are wrong."""

from dataclasses import dataclass

import pytest

from quintet import load, spec
from quintet.core.options import choice, flag, integer, json_schema, make, ranges, split_spec


@dataclass(frozen=True, slots=True)
class Sizes:
    height: int = integer(4, 2, 62, "rows", short="h")
    square: int = integer(2, 2, 62, "side", limit=lambda sizes: (sizes.height, "at most the height"))
    pie: bool = flag(True, "may sides be swapped")
    edge: str = choice("hard", ("hard", "soft"), "what edges are made of")


def test_values_come_as_numbers_or_as_texts() -> None:
    assert make("toy", Sizes, {"height": "5", "pie": "False"}) == Sizes(height=5, pie=False)
    assert make("toy", Sizes, {"height": 5, "pie": False, "edge": "soft"}) == Sizes(height=5, pie=False, edge="soft")
    assert make("toy", Sizes, {}) == Sizes()


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"height": 120}, "height must be 2 to 62, got 120"),
        ({"height": "1"}, "height must be 2 to 62, got 1"),
        ({"height": "four"}, "height must be a whole number, 2 to 62, got four"),
        ({"height": 4.5}, "height must be a whole number, 2 to 62, got 4.5"),
        ({"height": True}, "height must be a whole number, 2 to 62, got True"),
        ({"height": "9" * 50}, "height must be 2 to 62, got " + "9" * 50),
        ({"height": ""}, "height must be a whole number, 2 to 62, got ''"),
        ({"square": 5}, "square must be 2 to 4 (at most the height), got 5"),
        ({"pie": "maybe"}, "pie must be true or false, got maybe"),
        ({"edge": "wet"}, "edge must be hard or soft, got wet"),
        ({"depth": 1}, "toy has no option 'depth': expected one of height, square, pie, edge"),
    ],
)
def test_a_wrong_value_names_option_range_and_what_came(values: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError) as caught:
        make("toy", Sizes, values)
    assert str(caught.value) == message


def test_a_game_without_options_says_so() -> None:
    @dataclass(frozen=True)
    class Nothing:
        pass

    with pytest.raises(ValueError, match="toy has no option 'size': expected no option at all"):
        make("toy", Nothing, {"size": 1})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("quentin", ("quentin", {})),
        ("quentin()", ("quentin", {})),
        (" quentin( size = 5 , pie=false ) ", ("quentin", {"size": "5", "pie": "false"})),
    ],
)
def test_specs_are_split(text: str, expected: object) -> None:
    assert split_spec(text) == expected


@pytest.mark.parametrize("text", ["", "a b", "quentin(", "quentin)", "quentin(size)", "quentin(=5)", "q(size=5,)"])
def test_a_text_that_is_no_spec(text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        split_spec(text)


def test_an_option_given_twice() -> None:
    with pytest.raises(ValueError, match="size is given twice"):
        split_spec("quentin(size=5,size=6)")
    with pytest.raises(ValueError, match="size is given twice"):
        load("quentin(size=5)", size=5)


def test_the_canonical_spec_has_only_what_differs() -> None:
    assert spec(load("quentin", pie=False, size=5)) == "quentin(size=5,pie=false)"
    assert spec(load("quentin(pie=true,size=13)")) == "quentin"


def test_the_schema_describes_every_option() -> None:
    assert list(ranges(Sizes)) == ["height", "square", "pie", "edge"]
    schema = json_schema(Sizes)["properties"]
    assert schema["height"] == {"description": "rows", "default": 4, "type": "integer", "minimum": 2, "maximum": 62}
    assert schema["pie"] == {"description": "may sides be swapped", "default": True, "type": "boolean"}
    assert schema["edge"]["enum"] == ["hard", "soft"]


def test_the_schema_says_in_which_steps_a_number_goes() -> None:
    @dataclass(frozen=True)
    class Even:
        size: int = integer(8, 4, 10, "squares along each side", step=2)

    assert json_schema(Even)["properties"]["size"]["multipleOf"] == 2
