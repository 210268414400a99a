// @ts-check
/** @file The texts about the site, which come with the page. */

import { head } from "../../ui/head.js";

head();
