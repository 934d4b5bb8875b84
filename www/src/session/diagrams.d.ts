// What diagrams.js lays out when the page is built.
declare module "virtual:diagrams" {
  interface Diagram {
    readonly width: number;
    readonly height: number;
    readonly nodes: readonly {
      /** Empty: where a session begins. */
      readonly status: string;
      /** Whether a session may end in it. */
      readonly isEnd: boolean;
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    }[];
    readonly edges: readonly {
      readonly from: string;
      readonly to: string;
      readonly commands: readonly string[];
      /** The ids of the rules by which those commands lead along it. */
      readonly rules: readonly string[];
      readonly path: string;
      /** The middle of what is written on it. */
      readonly x: number;
      readonly y: number;
    }[];
  }
  const diagrams: { readonly [lifecycle in "reversible" | "interactive" | "delegated"]: Diagram };
  export default diagrams;
}

// What display.js reads when the page is built.
declare module "virtual:display-rules" {
  /** When each rule holds, the first one first; names are in backticks. */
  const rules: readonly string[];
  export default rules;
}
