/** Lines that an operator adds to the end of a manifest: one more model of its provider. */
export const NEXT_MODEL = `
  - id: mistral-next
    upstream: mistral-next-2611
    group: fast
    price: { input: "1.00", output: "2.00", checked: 2026-11-20 }
    limits: { contextTokens: 128000, outputTokens: 8192, defaultOutputTokens: 4096 }
    accepts: { images: [], pdf: false }
    sampling: { temperature: [0, 1], topP: [0, 1] }
    schemaEnforcement: instruction
    caching: { mode: none }
`;
