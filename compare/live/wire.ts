/** How the last request ended, as far as it came: an answer's head, or the code of what went wrong on the way. */
export type Answer = { status: number; contentType: string; retryAfter: string | undefined };
export type Ending = { answer?: Answer; code?: string };

/**
 * Stands between pi-ai and the network and changes nothing: pi-ai's error says only "Connection error." for a name that
 * does not exist and for a closed port alike, and nothing of an answer's head.
 */
export class Wire {
  #ending: Ending = {};

  get ending(): Ending {
    return this.#ending;
  }

  /** Handed to pi-ai as its `fetch`. */
  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    this.#ending = {};
    try {
      const response = await globalThis.fetch(input, init);
      const { status, headers } = response;
      const contentType = headers.get("content-type") ?? "";
      this.#ending = { answer: { status, contentType, retryAfter: headers.get("retry-after") ?? undefined } };
      return response;
    } catch (error) {
      this.#ending = { code: codeOf(error) };
      throw error;
    }
  };
}

/** "ENOTFOUND" of a failed fetch, which keeps it in its cause. */
function codeOf(error: unknown): string {
  const { cause, name } = error as { cause?: { code?: unknown; message?: unknown }; name?: string };
  return String(cause?.code ?? cause?.message ?? name ?? error);
}
