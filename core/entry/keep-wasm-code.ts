import { setFlagsFromString } from 'node:v8';

// Node's parser of HTTP answers and its stripping of types are WebAssembly. When two threads of V8 13.6 compile the
// same call out of WebAssembly at once, both free the code that it replaces, and the process dies of "Check failed:
// jit_page.has_value()" or "end > addr". Keeping the dead code, a few kilobytes, prevents the second free.
setFlagsFromString('--no-wasm-code-gc');
