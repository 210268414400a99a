// @ts-check
/** @file Push messages to this browser: they come by its own push service, also while the site is closed. */

/** What a browser says that has none, and what one says that may not. */
const NONE = "This browser takes no push messages. On a phone, add the site to the home screen first.";
const DENIED = "Your browser does not allow notifications: change that in its settings for this site.";

/** @returns {Promise<PushSubscription | null>} */
async function subscription() {
  const registration = "PushManager" in window ? await navigator.serviceWorker?.getRegistration() : undefined;
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Where this browser is reached; null: it is not subscribed. */
export async function ownEndpoint() {
  return (await subscription().catch(() => null))?.endpoint ?? null;
}

/** Ask the browser for a subscription. @param {string} key of the site @returns {Promise<PushSubscriptionJSON>} */
export async function subscribe(key) {
  if (!("PushManager" in window) || !("serviceWorker" in navigator)) throw new Error(NONE);
  if ((await Notification.requestPermission()) !== "granted") throw new Error(DENIED);
  const registration = await navigator.serviceWorker.ready;
  try {
    const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = made.toJSON();
    return { endpoint, keys };
  } catch {
    throw new Error("Your browser could not reach its push service. Try again later.");
  }
}

export async function unsubscribe() {
  await (await subscription().catch(() => null))?.unsubscribe();
}

/** A name for this browser in a list of devices. */
export function deviceName() {
  const agent = navigator.userAgent;
  const browser = /Edg/.test(agent) ? "Edge" : /Firefox|FxiOS/.test(agent) ? "Firefox" : /Chrome|CriOS/.test(agent) ? "Chrome" : /Safari/.test(agent) ? "Safari" : "Browser";
  const system = /Android/.test(agent) ? "Android" : /iPhone|iPad/.test(agent) ? "iOS" : /Mac/.test(agent) ? "macOS" : /Windows/.test(agent) ? "Windows" : /Linux/.test(agent) ? "Linux" : "";
  return system ? `${browser} on ${system}` : browser;
}
