// The gateway serves this module of the package under this name.
export { diffArrays } from 'diff';
