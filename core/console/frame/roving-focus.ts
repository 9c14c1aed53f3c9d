const STEPS = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
  ['Home', -Infinity],
  ['End', Infinity],
]);

/**
 * Makes many controls one stop of the Tab key: arrow keys go through those that can be seen. Without it fifty models
 * would stand between the prompt and the send button.
 * @returns to be called when what can be seen has changed.
 */
export function startRovingFocus(container: HTMLElement, visible: () => readonly HTMLElement[]): () => void {
  let current: HTMLElement | undefined;
  const settle = () => {
    const controls = visible();
    if (current === undefined || !controls.includes(current)) current = controls[0];
    for (const control of container.querySelectorAll('input'))
      control.tabIndex = control === current ? 0 : -1;
  };
  container.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || !visible().includes(target)) return;
    current = target;
    settle();
  });
  container.addEventListener('keydown', (event) => {
    const step = STEPS.get(event.key);
    const controls = visible();
    const place = controls.findIndex((control) => control === event.target);
    if (step === undefined || place === -1) return;
    event.preventDefault();
    controls[Math.min(Math.max(place + step, 0), controls.length - 1)]?.focus();
  });
  settle();
  return settle;
}
