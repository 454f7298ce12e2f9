/** A refusal of the API, or of the way to it, in the words the operator can act on. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly hint: string,
    readonly detail: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }

  /** The answer's own words where it has the API's error shape, else plain ones for its status. */
  static from(status: number, body: unknown): ApiError {
    const error = (body as { error?: Record<string, unknown> } | null | undefined)?.error;
    if (typeof error?.code !== 'string')
      return new ApiError(status, 'unknown', `The API answered ${status}.`, TRY_AGAIN);
    return new ApiError(
      status,
      error.code,
      text(error.message),
      text(error.hint),
      (error.detail ?? {}) as Record<string, unknown>,
    );
  }

  static offline(): ApiError {
    return new ApiError(
      0,
      'offline',
      'The workbench’s server cannot be reached.',
      'Check that it is running, then try again.',
    );
  }

  static of(reason: unknown): ApiError {
    return reason instanceof ApiError ? reason : ApiError.offline();
  }
}

const TRY_AGAIN = 'Try again; if it stays, look at the log of "glyph serve".';

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
