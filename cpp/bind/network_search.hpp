// Trees for a network at the door: quintet._core.NetworkSearch. The arrays are the caller's.
#pragma once

#include "bind/vector.hpp"
#include "core/network_search.hpp"

namespace quintet::bind {

class NetworkSearchHandle {
public:
    NetworkSearchHandle(std::unique_ptr<NetworkSearch> search, std::size_t trees, std::size_t actions) : search_(std::move(search)), trees_(trees), actions_(actions) {}

    void add_noise(const Filled<const float>& noise, double share) {
        const Turns::Turn turn(turns_);
        search_->add_noise(sized(noise, trees_ * actions_), share);
    }

    [[nodiscard]] std::size_t leaves(const Filled<std::uint8_t>& observations, const Filled<bool>& masks) {
        std::uint8_t* shown = sized(observations, trees_ * static_cast<std::size_t>(search_->planes() * search_->board().cells()));
        bool* legal = sized(masks, trees_ * actions_);
        const Turns::Turn turn(turns_);
        const nb::gil_scoped_release release;
        return out_ = search_->leaves(shown, legal);
    }

    [[nodiscard]] std::vector<std::string> fresh() {
        const Turns::Turn turn(turns_);
        return search_->fresh();
    }

    [[nodiscard]] std::size_t prove(const Filled<const std::int8_t>& proofs) {
        const Turns::Turn turn(turns_);
        return search_->prove(sized(proofs, search_->asked()));
    }

    void expand(const Filled<const float>& logits, const Filled<const float>& values) {
        const float* scores = sized(logits, out_ * actions_);
        const float* estimates = sized(values, out_);
        const Turns::Turn turn(turns_);
        const nb::gil_scoped_release release;
        search_->expand(scores, estimates);
        out_ = 0;
    }

    void results(const Filled<float>& policy, const Filled<std::int32_t>& visits, const Filled<float>& q, const Filled<float>& values, const Filled<std::int64_t>& chosen,
                 const Filled<std::int8_t>& proofs) {
        const std::size_t all = trees_ * actions_;
        const NetworkSearchResults into{sized(policy, all), sized(visits, all), sized(q, all), sized(values, trees_), sized(chosen, trees_), sized(proofs, trees_)};
        const Turns::Turn turn(turns_);
        search_->results(into);
    }

    [[nodiscard]] std::vector<std::string> line(const nb::int_& tree) {
        const auto number = static_cast<std::size_t>(number_in(tree, "tree", 0, static_cast<std::int64_t>(trees_) - 1));
        const Turns::Turn turn(turns_);
        return search_->line(number);
    }

private:
    std::unique_ptr<NetworkSearch> search_;
    std::size_t trees_;
    std::size_t actions_;
    std::size_t out_ = 0;  ///< leaves that wait for their evaluation
    Turns turns_;
};

/// The settings as Python gives them.
[[nodiscard]] inline NetworkSearchSettings network_search_settings(const Texts& actions, const Texts& roots, const Filled<const std::uint64_t>& seeds, const nb::int_& simulations,
                                                                   const nb::int_& considered, double exploration, bool symmetries, const nb::int_& threads) {
    return {texts(actions),
            texts(roots),
            std::vector<std::uint64_t>(seeds.data(), seeds.data() + seeds.size()),
            static_cast<std::uint32_t>(number_in(simulations, "simulations", 1, bounds::longest_playout)),
            static_cast<std::uint32_t>(number_in(considered, "considered", 0, bounds::longest_playout)),
            exploration,
            symmetries,
            static_cast<int>(number_in(threads, "threads", 1, bounds::most_threads))};
}

inline void add_network_search(nb::module_& module) {
    using namespace nb::literals;

    nb::class_<NetworkSearchHandle>(module, "NetworkSearch", "Many trees searched at once, with priors and values from outside.")
        .def("add_noise", &NetworkSearchHandle::add_noise, "noise"_a.noconvert(), "share"_a, "Gumbel noise for the logits of the roots; with PUCT a distribution that gets a share of the prior.")
        .def("leaves", &NetworkSearchHandle::leaves, "observations"_a.noconvert(), "masks"_a.noconvert(), "Show a leaf of each tree that is not done, and return how many there are.")
        .def("fresh", &NetworkSearchHandle::fresh, "The positions among the leaves that were not asked for before; a root is none of them.")
        .def("prove", &NetworkSearchHandle::prove, "proofs"_a.noconvert(),
             "What is known about these: 1, 0 or -1 for the player to move, else 2. Returns how many are known; leaves then goes on in their trees.")
        .def("expand", &NetworkSearchHandle::expand, "logits"_a.noconvert(), "values"_a.noconvert(), "Evaluate the leaves that were shown.")
        .def("results", &NetworkSearchHandle::results, "policy"_a.noconvert(), "visits"_a.noconvert(), "q"_a.noconvert(), "values"_a.noconvert(), "chosen"_a.noconvert(),
             "proofs"_a.noconvert(), "Fill in what is known about the roots.")
        .def("line", &NetworkSearchHandle::line, "tree"_a, "The moves that were tried most, from a root on.");
}

}  // namespace quintet::bind
