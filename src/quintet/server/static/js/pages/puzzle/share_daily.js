// @ts-check
/** @file The dialog in which a solved puzzle of the day is shared: a picture without the answer, and the link. */
/** @import {DailyResultOut, PuzzleOut} from "../../types.js" */

import { button, h } from "../../dom.js";
import { link } from "../../ui/address.js";
import { dailyPicture, dailyWords } from "../../ui/daily_picture.js";
import { guarded } from "../../ui/feedback.js";
import { inPath } from "../../ui/http.js";
import { icon } from "../../ui/icons.js";
import { linkField } from "../../ui/share.js";

/** @param {PuzzleOut} puzzle @param {DailyResultOut} daily */
export async function shareDaily(puzzle, daily) {
  const file = await dailyPicture(puzzle, daily);
  const picture = URL.createObjectURL(file);
  const address = new URL(link(`/puzzles/${inPath(puzzle.id)}`), location.href).href;
  const words = `Quintet puzzle of the day: ${dailyWords(daily).join(", ").toLowerCase()}.`;
  const whole = { files: [file], text: words, url: address };
  const dialog = h(
    "dialog",
    {
      class: "share",
      "aria-labelledby": "share-title",
      onclose: () => {
        dialog.remove();
        URL.revokeObjectURL(picture);
      },
    },
    h(
      "div",
      { class: "row apart" },
      h("h2", { id: "share-title" }, "Share"),
      h("form", { method: "dialog" }, h("button", { class: "button square", "aria-label": "Close" }, icon("close"))),
    ),
    h("img", { class: "shared", src: await asData(file), alt: `${words} The picture shows the puzzle without its answer.` }),
    h("p", { class: "quiet" }, "The picture shows how it began, not how it is solved."),
    h(
      "div",
      { class: "row" },
      "canShare" in navigator && navigator.canShare(whole) ? button("Send it with another app", guarded(() => navigator.share(whole).catch(() => undefined)), { class: "button primary" }) : null,
      h("a", { class: "button", href: picture, download: file.name }, "Save the picture"),
    ),
    linkField(address, "The link"),
  );
  document.body.append(dialog);
  dialog.showModal();
}

/** The page may show pictures of its own and none from elsewhere. @param {Blob} file @returns {Promise<string>} */
function asData(file) {
  return new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.readAsDataURL(file);
  });
}
