// @ts-check
/** @file The page for unknown addresses. */

import { head } from "../../ui/head.js";

head();
