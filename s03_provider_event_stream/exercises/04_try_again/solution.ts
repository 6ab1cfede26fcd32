import type { Provider } from "#s03/provider.ts";

/**
 * The provider, asked again when it throws, at most `times` more. Once a piece of text, or an end, is out, it is not
 * asked again: what it throws then goes on to the reader, as does what it throws in its last attempt. Events go on as they come.
 */
export function retrying(provider: Provider, times: number): Provider {
  return {
    async *stream(request) {
      let spoken = false;
      for (let left = times; ; left--) {
        try {
          for await (const event of provider.stream(request)) {
            spoken ||= event.type !== "message_start";
            yield event;
          }
          return;
        } catch (error) {
          if (spoken || left <= 0) throw error;
        }
      }
    },
  };
}
