import { undocumentedIn } from '../answers/documented-answer.ts';
import { reportUndocumented } from '../answers/undocumented-answers.ts';

/** Holds what a gateway in another process answered to openapi.json; one of this process is watched by itself. */
export function holdReply(
  { status, headers }: Response,
  asked: { readonly method: string; readonly path: string; readonly text: string },
): void {
  reportUndocumented(undocumentedIn({ ...asked, status, headers: Object.fromEntries(headers) }));
}
