// `npm ci` and the packing end with this, so that a start need not generate the registry.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BUILD } from '../generation/generator-sources.ts';
import { loadValidators } from '../generation/load-validators.ts';
import { createRegistrySource } from '../registry/find-registry.ts';

// Every user of this machine may read it, unlike a cache, which belongs to its gateway.
await mkdir(BUILD, { recursive: true });
await loadValidators('admin.mjs');
await createRegistrySource({ manifestsPath: join(BUILD, '../manifests'), cachePath: BUILD }).find();
