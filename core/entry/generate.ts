// What `npm ci` and the packing end with, so that no start has to generate what it runs on.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BUILD } from '../generation/generator-sources.ts';
import { loadValidators } from '../generation/load-validators.ts';
import { createRegistrySource } from '../registry/find-registry.ts';

// For every user of this machine to read; a cache is its gateway's alone.
await mkdir(BUILD, { recursive: true });
await loadValidators('admin.mjs');
await createRegistrySource({ manifestsPath: join(BUILD, '../manifests'), cachePath: BUILD }).find();
