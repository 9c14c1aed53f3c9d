// Relative addresses also work below a path of a proxy.
globalThis.SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  // Otherwise Swagger UI requests a badge from another server.
  validatorUrl: null,
  // Keys stay in the page's memory only.
  persistAuthorization: false,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
});
