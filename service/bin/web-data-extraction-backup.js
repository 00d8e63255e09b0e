#!/usr/bin/env node
import './requireNode24.js';

await import('../service/src/cli/backup.js');
