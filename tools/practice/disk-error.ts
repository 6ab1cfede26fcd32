const MEANINGS: Partial<Record<string, string>> = {
  ENOSPC: "磁盘满了，腾出空间再来",
  EDQUOT: "磁盘的配额用完了，腾出空间再来",
  EROFS: "磁盘是只读的",
  EACCES: "没有权限",
  EPERM: "没有权限",
  ENOENT: "文件不在",
  ENOTDIR: "路径上该是文件夹的地方是一个文件，把它移走再来",
  EISDIR: "该是文件的地方是一个文件夹，把它移走再来",
  EEXIST: "该是文件夹的地方是一个文件，把它移走再来",
  ELOOP: "符号链接指回了自己，把它移走再来",
  ERR_STRING_TOO_LONG: "文件太大了，把它移走再来",
};

/** Whether the disk, or what lies on it, refused something; other errors are faults of the program. */
export function isDiskError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && typeof error.code === "string";
}

/** What the disk refused, in Chinese, with the path; the message of any other error. */
export function describeDiskError(error: unknown): string {
  if (!isDiskError(error)) return error instanceof Error ? error.message : String(error);
  const meaning = MEANINGS[error.code ?? ""] ?? error.message;
  return error.path === undefined ? meaning : `${meaning}（${error.path}）`;
}
