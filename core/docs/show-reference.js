// Addresses are relative, so that the page works behind a prefix too.
globalThis.SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  // Otherwise a badge of somebody else's server would be asked for.
  validatorUrl: null,
  // A key stays in the page's memory, and goes with it.
  persistAuthorization: false,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
});
