// The gateway serves the package's browser build under this name.
export { default } from 'markdown-it/browser';
