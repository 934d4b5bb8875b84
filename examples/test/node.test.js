import { asks } from "./decide.js";

asks("node");
