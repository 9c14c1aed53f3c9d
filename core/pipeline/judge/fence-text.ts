/**
 * An untrusted text in a block of its own, closed by a marker with a code nobody outside this request has seen.
 * @param neutralised so that nothing in it looks like a marker; it may hold marks of long texts.
 */
export function fenceText(label: string, neutralised: string, code: string): string {
  return `${openingMarker(label, code)}\n${neutralised}\n${closingMarker(label, code)}`;
}

export function openingMarker(label: string, code: string): string {
  return `<<<${label} ${code}>>>`;
}

export function closingMarker(label: string, code: string): string {
  return `<<<END ${label} ${code}>>>`;
}
