// Between Python's values and ours. Every mistake a caller can make becomes a ValueError.
#pragma once

#include "core/bounds.hpp"
#include "core/options.hpp"
#include "core/poll.hpp"

#include <nanobind/nanobind.h>

#include <limits>
#include <string>
#include <vector>

namespace quintet::bind {

namespace nb = nanobind;

/// A str as UTF-8; one that has no UTF-8 form (a lone surrogate) is refused.
[[nodiscard]] inline std::string text(nb::handle value) {
    Py_ssize_t size = 0;
    const char* letters = PyUnicode_Check(value.ptr()) ? PyUnicode_AsUTF8AndSize(value.ptr(), &size) : nullptr;
    if (letters == nullptr) {
        PyErr_Clear();
        throw Error("expected a text in plain characters");
    }
    return {letters, static_cast<std::size_t>(size)};
}

/// A number of any size, cut to 64 bits.
[[nodiscard]] inline std::int64_t number(nb::handle value) {
    int overflow = 0;
    const long long small = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
    if (overflow != 0) return overflow > 0 ? std::numeric_limits<std::int64_t>::max() : std::numeric_limits<std::int64_t>::min();
    if (small == -1 && PyErr_Occurred() != nullptr) throw nb::python_error();
    return small;
}

[[nodiscard]] inline std::int64_t number_in(nb::handle value, std::string_view name, std::int64_t low, std::int64_t high) {
    const std::int64_t given = number(value);
    const bool fits = nb::int_(given).equal(value);  // else it was cut to 64 bits
    if (!fits || given < low || given > high) throw out_of_range(name, low, high, text(nb::str(value)));
    return given;
}

[[nodiscard]] inline Options options(const nb::dict& given) {
    Options result;
    for (const auto [name, value] : given) {
        if (PyBool_Check(value.ptr())) {
            result.set(text(name), value.ptr() == Py_True);
        } else if (PyLong_Check(value.ptr())) {
            result.set(text(name), number(value));
        } else if (PyUnicode_Check(value.ptr())) {
            result.set(text(name), text(value));
        } else {
            throw OptionError(text(name) + " must be an int, a bool or a str");
        }
    }
    return result;
}

using Texts = nb::typed<nb::sequence, nb::str>;

[[nodiscard]] inline std::vector<std::string> texts(const nb::sequence& given) {
    std::vector<std::string> result;
    for (const nb::handle item : given) result.push_back(text(item));
    return result;
}

/// Runs `work` without the interpreter's lock, so that other Python threads go on meanwhile.
template <class Work>
[[nodiscard]] auto unlocked(Work&& work) {
    const nb::gil_scoped_release release;
    return work();
}

/// Reports handed on to a Python callback, where there is one.
template <class Found>
[[nodiscard]] std::function<void(const Found&)> reporting(const nb::object& progress) {
    if (progress.is_none()) return {};
    // A handle, because copying the object itself would change its reference count, and copies are made without the lock.
    return [callback = nb::handle(progress)](const Found& found) {
        const nb::gil_scoped_acquire acquire;
        callback(found);
    };
}

/// Lets Ctrl-C end long work.
[[nodiscard]] inline Poll interruptible() {
    return [] {
        const nb::gil_scoped_acquire acquire;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
    };
}

}  // namespace quintet::bind
