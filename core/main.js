#!/usr/bin/env -S node --disable-sigusr1 --max-semi-space-size=16
// `core/main.ts` is a link to this file: an old Node refuses a .ts file before it reads it.
import { requireNode } from './require-node.js';

if (requireNode('core/main.ts')) await import('./entry/run-main.ts');
