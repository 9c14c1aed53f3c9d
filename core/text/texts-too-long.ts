import type { FieldError } from '../errors.ts';

/** The texts of a request hold more than they may. @param maxTextBytes UTF-8 bytes of all of them. */
export function textsTooLong(maxTextBytes: number): FieldError {
  return {
    pointer: '',
    code: 'limit',
    message: `prompt, system_prompt, history and judge_prompt together may hold ${maxTextBytes} bytes: shorten them, and send files as base64 in attachments`,
  };
}
