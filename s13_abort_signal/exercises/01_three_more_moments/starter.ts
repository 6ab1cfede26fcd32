/**
 * The results of `between-preflights`, in order, if the user stops it at another millisecond: each build is asked about
 * for one second, and takes four. Stopped at 1500 ms it is "1500: Built | Operation aborted". Add a line of this form for
 * 500, 2500 and 3500 ms.
 */
export const results: string[] = [
  // ...
];
