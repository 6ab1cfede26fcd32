/** One thing that is not as it should be, as a maintainer reads it. */
export type Problem = {
  /** Path from the root of the course. */
  file: string;
  /** 1 is the first line. */
  line?: number;
  /** What is wrong and what to do about it, in Chinese. */
  message: string;
};

/** A rule of the course that a machine can hold. */
export type Check = {
  name: string;
  /** Looks at the course that lies in the folder `root`; an empty list means all is well. */
  run(root: string): Promise<Problem[]>;
  /** Mends what can be mended without a decision; returns the files it wrote, as paths from `root`. */
  fix?(root: string): Promise<string[]>;
};
