/**
 * Evaluated in the page: every visible text with too little contrast to what is behind it (WCAG 2.2, 1.4.3: 4.5, and 3
 * for large text), and everything that reaches beyond the page's right edge.
 */
(() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });

  /** @type {Map<string, readonly number[]>} A page has few colours and many texts, and a canvas is slow to read. */
  const known = new Map();

  /** Red, green, blue and alpha from 0 to 1, whatever the notation. */
  function rgba(/** @type {string} */ color) {
    const before = known.get(color);
    if (before !== undefined) return before;
    if (canvas === null) throw new Error('no canvas');
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const parts = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => part / 255);
    known.set(color, parts);
    return parts;
  }

  function luminance(/** @type {readonly number[]} */ color) {
    const [red = 0, green = 0, blue = 0] = color
      .slice(0, 3)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  /** The first opaque colour behind an element. */
  function backgroundOf(/** @type {Element} */ element) {
    for (
      let around = /** @type {Element | null} */ (element);
      around !== null;
      around = around.parentElement
    ) {
      const color = rgba(getComputedStyle(around).backgroundColor);
      if (color[3] === 1) return color;
    }
    return [1, 1, 1, 1];
  }

  function contrastOf(/** @type {Element} */ element) {
    const style = getComputedStyle(element);
    const [one, other] = [luminance(rgba(style.color)), luminance(backgroundOf(element))];
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  }

  function isLarge(/** @type {CSSStyleDeclaration} */ { fontSize, fontWeight }) {
    const pixels = Number.parseFloat(fontSize);
    return pixels >= 24 || (pixels >= 18.66 && Number(fontWeight) >= 700);
  }

  const faults = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    if (element === null || (node.textContent ?? '').trim() === '' || element.closest('svg') !== null)
      continue;
    if (
      !element.checkVisibility({ visibilityProperty: true }) ||
      element.closest('.visually-hidden') !== null
    )
      continue;
    // What cannot be used is exempt.
    if (element.closest(':disabled, noscript') !== null) continue;
    const needed = isLarge(getComputedStyle(element)) ? 3 : 4.5;
    const contrast = contrastOf(element);
    if (contrast < needed)
      faults.push(
        `contrast ${contrast.toFixed(2)} of "${(node.textContent ?? '').trim().slice(0, 30)}" .${element.className}`,
      );
  }
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth} wide in a window of ${clientWidth}`);
  return [...new Set(faults)];
})();
