// @ts-check
/** @file Browser notifications while the page is hidden, if the visitor has switched them on. */

import { h, say } from "../dom.js";
import { link, place } from "./address.js";
import { change, settings } from "./settings.js";

const CAN = typeof Notification !== "undefined";

/** Something waits for you; nothing is said while the page is seen. @param {string} title @param {string} words @param {string} path of the page where it waits */
export function notifyHidden(title, words, path) {
  if (!settings.notify || !CAN || Notification.permission !== "granted" || !document.hidden) return;
  try {
    const notification = new Notification(title, { body: words, tag: path });
    notification.onclick = () => {
      window.focus();
      if (place().pathname !== path) location.href = link(path);
      notification.close();
    };
  } catch {
    // Some phones show them only from a service worker.
    void navigator.serviceWorker?.ready.then((worker) => worker.showNotification(title, { body: words, tag: path }));
  }
}

/** The switch; the browser is asked only when it is pressed. */
export function notifySwitch() {
  const status = h("span", { class: "quiet", role: "status" });
  const box = h("input", { type: "checkbox", checked: settings.notify && CAN && Notification.permission === "granted", disabled: !CAN });
  box.addEventListener("change", async () => {
    if (box.checked && (await Notification.requestPermission()) !== "granted") {
      box.checked = false;
      say(status, "Your browser does not allow it: change that in its settings for this site.");
    } else say(status, "");
    change({ notify: box.checked });
  });
  if (!CAN) say(status, "This browser has no notifications.");
  return [h("label", { class: "check" }, box, "Tell me when it is my turn, while this page is hidden"), status];
}
