import type { EntityClass, EntityTypes, Partition } from "@tablewright/runtime";
import type { Subject } from "../subjects/subject.js";
import { type SubjectName, subjects } from "../subjects/subjects.js";
import { Reading, Visit } from "../tables.gen/index.js";

const classes = { reading: Reading, visit: Visit };

/** A subject with its generated class. */
interface Generated<T extends EntityTypes> extends Subject<T["init"] & T["key"], T["key"], T["partition"]> {
  readonly entity: EntityClass<T> & { partition(values: T["partition"]): Partition<T["scope"]> };
}

export function generated(name: SubjectName): Generated<EntityTypes> {
  return { ...subjects[name], entity: classes[name] } as unknown as Generated<EntityTypes>;
}
