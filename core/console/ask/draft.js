/** @import { Turn } from '../../client/request-parts.ts' */
/**
 * @typedef {object} AttachedFile
 * @property {string} name
 * @property {string} type
 * @property {number} bytes
 * @property {string} base64
 * @property {string | undefined} previewUrl Of a picture.
 */

/** @typedef {string | number | boolean} TuningValue */

/**
 * What stands in the form. Numbers are text until the request is built: only then is there someone to tell.
 * @typedef {object} Draft
 * @property {string} prompt
 * @property {readonly string[]} models In the order they were chosen.
 * @property {readonly string[]} judges
 * @property {string} judgePrompt
 * @property {Readonly<Record<Axis, number>>} weights
 * @property {string} system
 * @property {string} temperature
 * @property {string} topP
 * @property {string} maxTokens
 * @property {string} schema
 * @property {Readonly<Record<string, Readonly<Record<string, TuningValue>>>>} tuning By model, then by parameter.
 * @property {readonly AttachedFile[]} files
 * @property {boolean} zeroDataRetention
 * @property {boolean} earlierAnswers Whether answers that the account's cache has are taken from it.
 * @property {readonly Turn[]} history Earlier turns of the conversation, the oldest first.
 * @property {Readonly<Record<string, unknown>>} extra Fields of an earlier request that the form does not have, as they were.
 */

/** @typedef {'accuracy' | 'speed' | 'cost'} Axis */

/** @type {Draft} */
export const EMPTY_DRAFT = {
  prompt: '',
  models: [],
  judges: [],
  judgePrompt: '',
  weights: { accuracy: 1, speed: 0, cost: 0 },
  system: '',
  temperature: '',
  topP: '',
  maxTokens: '',
  schema: '',
  tuning: {},
  files: [],
  zeroDataRetention: false,
  earlierAnswers: false,
  history: [],
  extra: {},
};
