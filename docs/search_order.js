// Pages for readers come before records of decisions and measurements, and texts before names that merely contain a word.
// Declared as var, because the search of the book declares it so, too.
var Scorer = {
  score: ([page, , , , score]) => (/^(decisions|internals|lab)\//.test(page) ? score - 10 : score),
  objNameMatch: 11, objPartialMatch: 0, objPrio: { 0: 1, 1: 1, 2: 0 }, objPrioDefault: 0,
  title: 15, partialTitle: 7, term: 5, partialTerm: 2,
};
