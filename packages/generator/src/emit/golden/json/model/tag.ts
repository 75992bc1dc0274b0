export interface Tag {
  readonly name: string;
}
