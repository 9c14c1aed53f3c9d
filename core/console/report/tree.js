/**
 * An element before it is one: of a page, or of a file that is written without a browser. Texts stay texts; there is no
 * way to hand it markup.
 * @typedef {object} Tree
 * @property {string} tag
 * @property {Readonly<Record<string, string | number | boolean | undefined>>} attributes `true` is an empty one; `false` and `undefined` are none.
 * @property {readonly (Tree | string)[]} children
 */

/**
 * @param {string} tag
 * @param {Tree['attributes']} [attributes]
 * @param {...(Tree | string)} children
 * @returns {Tree}
 */
export function tree(tag, attributes = {}, ...children) {
  return { tag, attributes, children };
}
