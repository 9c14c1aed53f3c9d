const ID = /^[\w-]{1,64}$/;
/** As gateways make them. */
const RUN_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const TITLE = document.title;

/** @returns the run that the page's address names. */
export function runInAddress(): string | undefined {
  const id = new URLSearchParams(location.search).get('run');
  return id !== null && ID.test(id) ? id : undefined;
}

/** The run that a text names by its ID or by a link to it. */
export function runNamedBy(text: string): string | undefined {
  if (RUN_ID.test(text)) return text.toLowerCase();
  const id = URL.canParse(text) ? new URL(text).searchParams.get('run') : null;
  return id !== null && ID.test(id) ? id : undefined;
}

/** The address of a run, for links. */
export function addressOf(promptLogId: string): string {
  const url = new URL(location.href);
  url.search = new URLSearchParams({ run: promptLogId }).toString();
  url.hash = '';
  return url.href;
}

/**
 * Makes a run what the page's address names, as a step that Back undoes.
 * @param promptLogId undefined for a run that no address can show.
 */
export function enterAddress(promptLogId: string | undefined): void {
  if (runInAddress() !== promptLogId)
    history.pushState(null, '', promptLogId === undefined ? location.pathname : addressOf(promptLogId));
  showTitle();
}

/** Has the page's title say what its address names. */
export function showTitle(): void {
  const id = runInAddress();
  document.title = id === undefined ? TITLE : `Run ${id.slice(0, 13)} – ${TITLE}`;
}

/** Has a link do something in this page, unless the reader wants it in another tab or window. */
export function followHere(link: HTMLAnchorElement, follow: () => void): void {
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    follow();
  });
}
