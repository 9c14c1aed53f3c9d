import { buildPages } from '../generation/build-pages.ts';
import './generate.ts';

await buildPages();
