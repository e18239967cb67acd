/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * chess22k takes the position after a move for drawn, in both searches and in check or not, where
 * MaterialUtil.isDrawByMaterial holds. Asked.java, beside this file, fills the engine's position;
 * this file starts a Java machine in the process and calls it. CLASSES is the folder of classes. */
#include <jni.h>
#include <stdlib.h>

#include "audit.h"

static JNIEnv *env;
static jclass asked;
static jmethodID is_draw;

static void start(void)
{
    JavaVM *machine;
    JavaVMOption options[] = {
        {.optionString = "-Djava.class.path=" CLASSES},
        {.optionString = "-Xrs"},
        {.optionString = "-XX:+UseSerialGC"},
        {.optionString = "-Xmx64m"},
    };
    JavaVMInitArgs wanted = {JNI_VERSION_1_8, sizeof options / sizeof *options, options, JNI_FALSE};
    if (JNI_CreateJavaVM(&machine, (void **)&env, &wanted) != JNI_OK)
        abort();
    asked = (*env)->FindClass(env, "Asked");
    if (asked)
        is_draw = (*env)->GetStaticMethodID(env, asked, "isDraw", "(IJJJJJJJJJJJJ)Z");
    if (!is_draw)
        abort();
}

uint32_t drawproof_abi(void)
{
    return DRAWPROOF_ABI;
}

int drawproof_results(const drawproof_position *position)
{
    if (!env)
        start();
    uint64_t w[6], b[6];
    audit_sets(&position->men[DRAWPROOF_WHITE], w);
    audit_sets(&position->men[DRAWPROOF_BLACK], b);
    jboolean drawn = (*env)->CallStaticBooleanMethod(
        env, asked, is_draw, (jint)position->side_to_move,
        (jlong)w[0], (jlong)w[1], (jlong)w[2], (jlong)w[3], (jlong)w[4], (jlong)w[5],
        (jlong)b[0], (jlong)b[1], (jlong)b[2], (jlong)b[3], (jlong)b[4], (jlong)b[5]);
    if ((*env)->ExceptionCheck(env))
        abort();
    return drawn ? DRAWPROOF_DRAWN : DRAWPROOF_UNKNOWN;
}
