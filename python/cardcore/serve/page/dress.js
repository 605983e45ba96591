// The page looks as it was chosen before anything else is loaded, so that nobody sees it change.

import { applyPreferences } from "./preferences.js";

applyPreferences();
