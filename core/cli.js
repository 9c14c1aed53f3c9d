#!/usr/bin/env -S node --disable-sigusr1
// `core/cli.ts` is a link to this file: an old Node refuses a .ts file before it reads it.
import { requireNode } from './require-node.js';

if (requireNode('core/cli.ts')) await import('./entry/run-cli.ts');
