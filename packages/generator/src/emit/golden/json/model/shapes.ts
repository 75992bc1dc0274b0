export interface Circle {
  readonly radius: number;
}

export interface Square {
  readonly side: number;
}
