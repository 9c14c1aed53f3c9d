// openapi-typescript writes types with the compiler's JavaScript API, which TypeScript 7 has no more. This gives it the
// TypeScript that swagger-typescript-api brings.
import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

const ofGenerator = createRequire(import.meta.resolve('swagger-typescript-api'));
const url = pathToFileURL(ofGenerator.resolve('typescript')).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'typescript' ? { url, shortCircuit: true } : next(specifier, context),
});
