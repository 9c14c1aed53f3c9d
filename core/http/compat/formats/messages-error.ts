/** An error of the Messages API, whose clients map its `type` to an exception class. */
export interface MessagesError {
  readonly type: 'error';
  readonly error: { readonly type: string; readonly message: string; readonly [member: string]: unknown };
}

const TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  503: 'overloaded_error',
  504: 'timeout_error',
};

/** Clients of this API tell errors apart by `type`; `code` and `param` say more, as at the other addresses. */
export function messagesErrorOf({
  status,
  body,
}: {
  readonly status: number;
  readonly body: { readonly message: string; readonly [member: string]: unknown };
}): MessagesError {
  const type = TYPES[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error');
  return { type: 'error', error: { ...body, type } };
}
