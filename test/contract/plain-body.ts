export { plainBody } from '../../core/plugin-check/build-case.ts';
