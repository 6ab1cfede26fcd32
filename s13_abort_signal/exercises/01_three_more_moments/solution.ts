/** The results of `between-preflights`, in order, if the user stops it at another millisecond. */
export const results: string[] = [
  "500: Operation aborted",
  "2500: Built | Built | Operation aborted",
  "3500: Built | Built | Built",
];
