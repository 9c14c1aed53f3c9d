import { byId } from './element.ts';

const NAME = 'assay-theme';
const THEMES = [
  { id: 'auto', name: 'Auto', words: 'Colours: auto, as the system has them' },
  { id: 'light', name: 'Light', words: 'Colours: light' },
  { id: 'dark', name: 'Dark', words: 'Colours: dark' },
];

/** Connects the button that switches from the system's colours to light, to dark, and back. */
export function startThemeSwitch(): void {
  const button = byId('theme', HTMLButtonElement);
  const name = byId('theme-name', HTMLElement);
  let place = Math.max(
    0,
    THEMES.findIndex(({ id }) => id === document.documentElement.dataset['theme']),
  );
  const show = () => {
    const theme = THEMES[place];
    if (theme === undefined) return;
    button.setAttribute('aria-label', theme.words);
    name.textContent = theme.name;
  };
  show();
  button.addEventListener('click', () => {
    place = (place + 1) % THEMES.length;
    const id = THEMES[place]?.id;
    if (id === undefined || id === 'auto') {
      delete document.documentElement.dataset['theme'];
      localStorage.removeItem(NAME);
    } else {
      document.documentElement.dataset['theme'] = id;
      localStorage.setItem(NAME, id);
    }
    show();
  });
}
