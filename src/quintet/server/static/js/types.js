// @ts-check
/** @file The messages of the server, as types. They say what the server's own message modules say. */

/** @typedef {"b" | "w"} Color */
/** @typedef {0 | 1} Seat */

/** @typedef {{id: string, x: number, y: number, target: string, label: string, group: string | null}} Spot */
/** @typedef {{id: string, label: string, x: number | null, y: number | null, group: string | null, quarter: number}} Button */
/** @typedef {{text: string, side: string, at: number}} Label */
/** @typedef {{side: string, color: Color}} Edge */
/** @typedef {{counter: string, kind: string, side: string, color: Color}} Gauge */
/**
 * @typedef {object} GaugeDrawing
 * @property {string} counter
 * @property {Color} color
 * @property {number} x
 * @property {number} y
 * @property {any[]} parts
 * @property {number} faint
 * @property {any[]} glow
 * @property {string | null} stamp
 * @property {number} step
 * @property {number} reach
 * @property {any} number
 * @property {string} zero
 */
/**
 * @typedef {object} SideDrawing
 * @property {[number, number, number, number]} view
 * @property {[number, number, number, number]} bare
 * @property {number} left
 * @property {number} top
 * @property {any[]} under
 * @property {any[]} over
 * @property {any[]} labels
 * @property {GaugeDrawing[]} gauges
 */
/**
 * @typedef {object} Drawing
 * @property {Record<string, [string, string]>} colors
 * @property {any[]} stamps
 * @property {number} raised
 * @property {{beside: number, diagonal: number, bands: [string, number, number][]}} outline
 * @property {[SideDrawing, SideDrawing]} sides
 */
/**
 * @typedef {object} Layout
 * @property {string} surface
 * @property {string} piece
 * @property {number} width
 * @property {number} height
 * @property {Spot[]} spots
 * @property {Label[]} labels
 * @property {Button[]} buttons
 * @property {Edge[]} edges
 * @property {Gauge[]} gauges
 * @property {Drawing} drawing
 */

/** @typedef {{color: Color, mark: string | null}} Piece */
/** @typedef {{id: string, label: string, color: Color, value: number, total: number | null}} Counter */
/**
 * @typedef {object} Scene
 * @property {Record<string, Piece>} pieces
 * @property {Counter[]} counters
 * @property {string[]} winning
 * @property {{group: string, quarter: number} | null} turn
 */

/** @typedef {{winner: Seat | null, reason: string, scores: [number, number] | null, kind: string}} Outcome */
/** @typedef {{text: string, clicks: string[], preview: string[]}} Move */
/** @typedef {{text: string, clicks: string[], player: Seat, color: Color}} HistoryMove */

/**
 * @typedef {object} Frame
 * @property {number} ply
 * @property {HistoryMove | null} move
 * @property {string} position
 * @property {Scene} scene
 * @property {Scene[]} stages
 * @property {Seat} to_move
 * @property {[Color, Color]} colors
 * @property {Outcome | null} outcome
 */
/** @typedef {Frame & {moves: Move[], history: HistoryMove[]}} BoardView */

/**
 * @typedef {object} Option
 * @property {string} description
 * @property {number | boolean | string} default
 * @property {"integer" | "boolean" | "string"} type
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {string[]} [enum]
 */
/**
 * @typedef {object} Game
 * @property {string} id
 * @property {string} title
 * @property {string} spec
 * @property {string} summary
 * @property {{properties: Record<string, Option>}} options
 * @property {Layout} layout
 * @property {BoardView} view
 */
/** @typedef {{step: string, words: string, view: BoardView}} Step */
/** @typedef {{title: string, spec: string, layout: Layout, steps: Step[]}} Example */
/** @typedef {{id: string, title: string, parts: {markdown: string | null, example: Example | null}[]}} Rules */
/** @typedef {{spec: string, title: string, layout: Layout, view: BoardView, frames: Frame[]}} Looked */

/**
 * @typedef {object} SeatView
 * @property {"person" | "engine" | "open"} kind
 * @property {string} name
 * @property {string | null} account
 * @property {boolean} bot
 * @property {number | null} level
 * @property {number | null} seconds
 * @property {number | null} rating
 * @property {boolean} provisional
 * @property {boolean} online
 */
/** @typedef {{seconds: number | null, base: number | null, increment: number}} SideClock */
/** @typedef {{kind: "none" | "fischer" | "move" | "days", sides: [SideClock, SideClock], running: Seat | null, at: number}} Clock */
/**
 * @typedef {object} Live
 * @property {"open" | "live" | "over"} status
 * @property {[string, string]} names
 * @property {[SeatView, SeatView]} seats
 * @property {Clock} clock
 * @property {{draw: Seat | null, takeback: Seat | null, rematch: Seat | null}} offers
 * @property {boolean} can_redo
 * @property {number} turn_limit
 * @property {string | null} rematch
 * @property {[number, number] | null} rating_change
 */
/** @typedef {BoardView & Live} LiveView */
/**
 * @typedef {object} Whole
 * @property {string} id
 * @property {number} version
 * @property {string} spec
 * @property {string} game
 * @property {string} title
 * @property {Layout} layout
 * @property {boolean} rated
 * @property {boolean} private
 * @property {string} created
 * @property {string | null} finished
 * @property {number} spectators
 * @property {Seat[]} you
 * @property {string | null} invite
 * @property {boolean} invited
 * @property {string} url
 */
/** @typedef {LiveView & Whole} MatchView */
/**
 * @typedef {object} MatchLine
 * @property {string} id
 * @property {string} spec
 * @property {string} game
 * @property {string} title
 * @property {[string, string]} names
 * @property {[SeatView, SeatView]} seats
 * @property {"open" | "live" | "over"} status
 * @property {number} ply
 * @property {boolean} rated
 * @property {boolean} private
 * @property {Clock} clock
 * @property {Outcome | null} outcome
 * @property {string} created
 * @property {string | null} finished
 * @property {Seat[]} yours
 * @property {Seat} to_move
 * @property {Scene} scene
 * @property {Layout | null} layout
 */
/** @typedef {{open: MatchLine[], live: MatchLine[], mine: MatchLine[], challenges: MatchLine[], declined: MatchLine[]}} Lobby */
/** @typedef {{version: number, kind: string, seat: Seat | null, move: string | null, at: number}} Happening */

/** @typedef {{moves: string[], value: number, chance: number, score: number | null, exact: boolean, verdict: string | null}} Line */
/**
 * @typedef {object} Analysis
 * @property {"analysis"} type
 * @property {Seat} player
 * @property {string} move
 * @property {number} chance
 * @property {number | null} score
 * @property {boolean} exact
 * @property {string | null} verdict
 * @property {number} depth
 * @property {number} nodes
 * @property {number} seconds
 * @property {Line[]} lines
 * @property {{margin: number | null, moves_to_win: number | null, best: string[]} | null} solution
 * @property {boolean} done
 */
/**
 * @typedef {object} EvaluatedPly
 * @property {"ply"} type
 * @property {number} ply
 * @property {string | null} move
 * @property {Seat | null} player
 * @property {number} chance
 * @property {boolean} exact
 * @property {string | null} verdict
 * @property {string | null} best
 * @property {number | null} loss
 * @property {"inaccuracy" | "mistake" | "blunder" | null} mistake
 * @property {string | null} better
 */

/** @typedef {{game: string, title: string, rating: number, deviation: number, provisional: boolean, games: number}} Rating */
/** @typedef {{kind: "visitor" | "account" | "bot", name: string, username: string | null, ratings: Rating[]}} Me */
/** @typedef {{username: string, bot: boolean, created: string, ratings: Rating[], matches: MatchLine[]}} PlayerView */

export {};
