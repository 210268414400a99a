// @ts-check
/** @file The page for an address where nothing is. */

import { head } from "../../ui/head.js";

head();
