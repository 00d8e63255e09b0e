/**
 * Prints the path of the Chromium that comes with the service, or that CHROMIUM_PATH names, and its
 * font settings as JSON. A program of its own, because jest cannot load the service's ES modules.
 */
import { findChromium } from '../../../service/src/browser/pool/chromium.ts';

console.log(JSON.stringify(await findChromium(process.env['CHROMIUM_PATH'] || undefined)));
