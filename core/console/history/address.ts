const ID = /^[\w-]{1,64}$/;
/** The form of a gateway's IDs. */
const RUN_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const TITLE = document.title;

/** The ID of the run in the page's address. */
export function runInAddress(): string | undefined {
  const id = new URLSearchParams(location.search).get('run');
  return id !== null && ID.test(id) ? id : undefined;
}

/** The ID of a run in a text that is its ID or a link to it. */
export function parseRunId(text: string): string | undefined {
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
 * Puts a run into the page's address, as a new entry of the browser's history.
 * @param promptLogId undefined for a run that cannot be opened again.
 */
export function enterAddress(promptLogId: string | undefined): void {
  if (runInAddress() !== promptLogId)
    history.pushState(null, '', promptLogId === undefined ? location.pathname : addressOf(promptLogId));
  showTitle();
}

/** Updates the page's title after its address changed. */
export function showTitle(): void {
  const id = runInAddress();
  document.title = id === undefined ? TITLE : `Run ${id.slice(0, 13)} – ${TITLE}`;
}

/** Follows a link in this page, unless the reader opens it in another tab or window. */
export function followHere(link: HTMLAnchorElement, follow: () => void): void {
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    follow();
  });
}
